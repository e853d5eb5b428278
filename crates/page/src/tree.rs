//! Positions and the moves between them, with branches: what Analyse shows.

use minolab_rules::{
    Choice, Painted, Placement, Ruleset, Setup, Spin,
    notation::{Field, Fumen, FumenPage, Quiz},
};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::Sheet;

/// A position in a tree, and how one came there.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The position.
    pub sheet: Sheet,
    /// The move that led here; none of a position that was drawn.
    pub choice: Option<Choice>,
    /// Where one was before.
    pub parent: Option<usize>,
    /// Where one goes on, the main way first.
    pub children: Vec<usize>,
}

/// Positions and the moves between them; one of the positions is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    // The first is the root; a node's parent comes before it.
    nodes: Vec<Node>,
    at: usize,
}

/// The page's own way back: undo and redo of whatever was changed in a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    tree: Tree,
    past: Vec<Tree>,
    future: Vec<Tree>,
}

/// Changes that can be undone.
const MOST_PAST: usize = 200;

impl Tree {
    /// A tree of one position.
    pub fn new(sheet: Sheet) -> Tree {
        let root = Node { sheet, choice: None, parent: None, children: Vec::new() };
        Tree { nodes: vec![root], at: 0 }
    }

    /// The pages of a fumen, one behind the other. A piece that these rules put down as the fumen
    /// does is a move; any other page is a position of its own.
    pub fn of_fumen(fumen: &Fumen, rules: &Ruleset) -> Option<Tree> {
        let mut pages = fumen.pages.iter().map(page_sheet);
        let mut tree = Tree::new(pages.next()?);
        for sheet in pages {
            let choice = tree.move_to(&sheet, rules);
            tree.add(sheet, choice);
        }
        tree.at = 0;
        Some(tree)
    }

    /// The move that leads from the present position, with the piece that lies on it, to this one.
    fn move_to(&self, next: &Sheet, rules: &Ruleset) -> Option<Choice> {
        let piece = self.sheet().piece?;
        let placement = Placement::new(piece.canonical(), Spin::None);
        [false, true].into_iter().find_map(|hold| {
            let choice = Choice { hold, placement };
            let mut state = self.sheet().state(rules).ok()?;
            state.play(rules, choice).ok()?;
            let (found, wanted) = (Setup::from(&state), next.setup());
            let pieces = || found.current.iter().chain(&found.queue).copied();
            let is_it = (found.board, found.hold) == (wanted.board, wanted.hold)
                && pieces().eq(next.pieces());
            is_it.then_some(choice)
        })
    }

    /// The present line as a fumen: a page for each position, with the move that follows put down
    /// on it, and what they came to at the end.
    pub fn to_fumen(&self) -> Result<Fumen, String> {
        let line = self.line();
        let mut fumen = Fumen::default();
        for (index, &node) in line.iter().enumerate() {
            let (node, next) = (&self.nodes[node], line.get(index + 1).map(|&n| &self.nodes[n]));
            let field = Field::of_painted(node.sheet.painted()).map_err(|e| e.to_string())?;
            let mut page = FumenPage::new(field);
            let played = next.and_then(|next| next.choice);
            page.piece = node.sheet.piece.or(played.map(|choice| choice.placement.falling()));
            page.colorize = index == 0;
            page.comment = match (&node.sheet.comment[..], &node.sheet.pieces()[..]) {
                ("", []) => String::new(),
                ("", pieces) => {
                    Quiz::of(node.sheet.setup().hold, pieces.iter().copied()).to_string()
                }
                (comment, _) => comment.into(),
            };
            fumen.pages.push(page);
        }
        Ok(fumen)
    }

    /// The number of the position that is looked at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The positions; the first is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The position that is looked at.
    pub fn here(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// Its sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.here().sheet
    }

    /// Looks at another position.
    pub fn go(&mut self, node: usize) {
        self.at = node.min(self.nodes.len() - 1);
    }

    /// The position before.
    pub fn back(&mut self) {
        self.at = self.here().parent.unwrap_or(self.at);
    }

    /// The next position of the main way on from here.
    pub fn forward(&mut self) {
        self.at = self.here().children.first().copied().unwrap_or(self.at);
    }

    /// Plays a move: on to where it leads, which may be known already.
    pub fn play(&mut self, rules: &Ruleset, choice: Choice) -> Result<(), String> {
        let known = self.here().children.iter().copied();
        if let Some(child) = known.into_iter().find(|&n| self.nodes[n].choice == Some(choice)) {
            self.at = child;
            return Ok(());
        }
        let mut state = self.sheet().state(rules).map_err(|error| error.to_string())?;
        state.play(rules, choice).map_err(|error| error.to_string())?;
        let mut painted = self.sheet().painted().clone();
        painted.place(rules, choice.placement);
        let mut sheet = Sheet::empty(rules.width as usize);
        sheet.set_state(&state, painted);
        self.add(sheet, Some(choice));
        Ok(())
    }

    /// Changes the position that is looked at. What moves lead to or from is left as it is: the
    /// change is a position of its own behind it.
    pub fn edit(&mut self, change: impl FnOnce(&mut Sheet)) {
        let mut sheet = self.sheet().clone();
        change(&mut sheet);
        if sheet == *self.sheet() {
            return;
        }
        let is_comment =
            sheet.setup() == self.sheet().setup() && sheet.colours() == self.sheet().colours();
        let is_free = self.here().choice.is_none() && self.here().children.is_empty();
        if is_free || is_comment {
            self.nodes[self.at].sheet = sheet;
        } else {
            sheet.comment.clear();
            self.add(sheet, None);
        }
    }

    /// One more page: a copy of this position behind it.
    pub fn add_page(&mut self) {
        let mut sheet = self.sheet().clone();
        sheet.comment.clear();
        self.add(sheet, None);
    }

    fn add(&mut self, sheet: Sheet, choice: Option<Choice>) {
        let (node, parent) = (self.nodes.len(), self.at);
        self.nodes.push(Node { sheet, choice, parent: Some(parent), children: Vec::new() });
        self.nodes[parent].children.push(node);
        self.at = node;
    }

    /// Takes away the position that is looked at with all that follows; never the root.
    pub fn remove(&mut self) {
        let Some(parent) = self.here().parent else { return };
        let mut keep = vec![true; self.nodes.len()];
        for node in 0..self.nodes.len() {
            let follows = self.nodes[node].parent.is_some_and(|parent| !keep[parent]);
            keep[node] = node != self.at && !follows;
        }
        let mut number = Vec::with_capacity(keep.len());
        let mut next = 0;
        for &kept in &keep {
            number.push(next);
            next += kept as usize;
        }
        let mut nodes = Vec::with_capacity(next);
        for (node, _) in self.nodes.drain(..).zip(&keep).filter(|(_, kept)| **kept) {
            let children = node.children.iter().filter(|&&child| keep[child]);
            let children = children.map(|&child| number[child]).collect();
            nodes.push(Node { parent: node.parent.map(|p| number[p]), children, ..node });
        }
        (self.nodes, self.at) = (nodes, number[parent]);
    }

    /// Makes the way to here the main one.
    pub fn promote(&mut self) {
        let mut node = self.at;
        while let Some(parent) = self.nodes[node].parent {
            let children = &mut self.nodes[parent].children;
            if let Some(place) = children.iter().position(|&child| child == node) {
                children[..=place].rotate_right(1);
            }
            node = parent;
        }
    }

    /// The way from the root through the present position, and on by the main way.
    pub fn line(&self) -> Vec<usize> {
        let mut line = vec![self.at];
        while let Some(parent) = self.nodes[line[line.len() - 1]].parent {
            line.push(parent);
        }
        line.reverse();
        while let Some(&child) = self.nodes[line[line.len() - 1]].children.first() {
            line.push(child);
        }
        line
    }

    /// All but the root in one line: each with the number of the position before it, then the move,
    /// or the drawn position with its colours, then its comment. Empty for the root alone.
    pub fn written(&self) -> String {
        let nodes = self.nodes.iter().skip(1).map(|node| {
            let parent = node.parent.unwrap_or(0);
            let comment = match &node.sheet.comment[..] {
                "" => String::new(),
                text => format!("!{}", utf8_percent_encode(text, NON_ALPHANUMERIC)),
            };
            match node.choice {
                Some(choice) => format!("{parent}.{choice}{comment}"),
                None => {
                    let (setup, colours) = (node.sheet.setup(), node.sheet.colours());
                    let position = setup.to_string().replace(' ', "_");
                    format!("{parent}={position}|{colours}{comment}")
                }
            }
        });
        nodes.collect::<Vec<_>>().join("~")
    }

    /// Reads what [`Tree::written`] wrote, behind this root.
    pub fn read(root: Sheet, rules: &Ruleset, text: &str) -> Result<Tree, String> {
        let mut tree = Tree::new(root);
        for part in text.split('~').filter(|part| !part.is_empty()) {
            let (body, comment) = part.split_once('!').unwrap_or((part, ""));
            let end = body.find(['.', '=']).ok_or_else(|| format!("{part:?} is no position"))?;
            let (parent, rest) = body.split_at(end);
            let parent: usize = parent.parse().map_err(|_| format!("{parent:?} is no number"))?;
            if parent >= tree.nodes.len() {
                return Err(format!("position {parent} follows itself"));
            }
            tree.at = parent;
            match rest.strip_prefix('.') {
                Some(choice) => {
                    let choice: Choice =
                        choice.parse().map_err(|error| format!("{choice:?}: {error}"))?;
                    tree.play(rules, choice)?;
                }
                None => {
                    let (position, colours) = rest[1..].split_once('|').unwrap_or((&rest[1..], ""));
                    let setup: Setup =
                        position.replace('_', " ").parse().map_err(|error| format!("{error}"))?;
                    tree.add(Sheet::new(setup).with_colours(colours)?, None);
                }
            }
            let comment = percent_decode_str(comment).decode_utf8_lossy().into_owned();
            let at = tree.at;
            tree.nodes[at].sheet.comment = comment;
        }
        tree.at = 0;
        Ok(tree)
    }
}

/// A page of a fumen as a sheet.
fn page_sheet(page: &FumenPage) -> Sheet {
    let mut painted = Painted::new(Field::WIDTH);
    for y in 0..Field::HEIGHT {
        for x in 0..Field::WIDTH {
            match page.field.get(x, y) {
                minolab_rules::Cell::Empty => {}
                minolab_rules::Cell::Garbage => painted.fill(x, y, None),
                minolab_rules::Cell::Of(piece) => painted.fill(x, y, Some(piece)),
            }
        }
    }
    let mut sheet = Sheet::coloured(page.setup(), painted);
    (sheet.comment, sheet.piece) = (page.comment.clone(), page.piece);
    sheet
}

impl Desk {
    /// Begins with this tree.
    pub fn new(tree: Tree) -> Desk {
        Desk { tree, past: Vec::new(), future: Vec::new() }
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Looks at another position, which is nothing to undo.
    pub fn look(&mut self, look: impl FnOnce(&mut Tree)) {
        look(&mut self.tree);
    }

    /// Changes the tree; as one stroke with the last change, they are undone together.
    pub fn change<T>(&mut self, is_stroke: bool, change: impl FnOnce(&mut Tree) -> T) -> T {
        let before = self.tree.clone();
        let result = change(&mut self.tree);
        if self.tree != before {
            if !is_stroke || self.past.is_empty() {
                self.past.push(before);
            }
            if self.past.len() > MOST_PAST {
                self.past.remove(0);
            }
            self.future.clear();
        }
        result
    }

    /// Whether a change can be undone, and whether one can be redone.
    pub fn can_step(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// Undoes the last change; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.tree, past));
        true
    }

    /// Redoes it; whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.tree, next));
        true
    }
}

#[cfg(test)]
mod tests {
    use minolab_rules::{Cell, shipped};

    use super::*;

    fn rules() -> &'static Ruleset {
        shipped::get("guideline").unwrap()
    }

    fn tree() -> Tree {
        Tree::new(Sheet::new("xxxx2xxxx/xxxx2xxxx T - OIL".parse().unwrap()))
    }

    fn choice(text: &str) -> Choice {
        text.parse().unwrap()
    }

    #[test]
    fn a_line_is_played_stepped_and_branched() {
        let mut tree = tree();
        tree.play(rules(), choice("hO@4,0N")).unwrap();
        assert!(tree.sheet().setup().board.is_empty());
        tree.play(rules(), choice("I@4,0N")).unwrap();
        assert_eq!(tree.line(), [0, 1, 2]);
        assert_eq!(tree.sheet().colours(), "3IIII3");
        tree.back();
        tree.back();
        tree.play(rules(), choice("T@4,2N")).unwrap();
        assert_eq!((tree.at(), tree.line()), (3, vec![0, 3]));
        tree.go(0);
        assert_eq!(tree.line(), [0, 1, 2]);
        // The same move again is the same place.
        tree.play(rules(), choice("T@4,2N")).unwrap();
        assert_eq!((tree.at(), tree.nodes().len()), (3, 4));
        tree.promote();
        tree.go(0);
        assert_eq!(tree.line(), [0, 3]);
        assert!(tree.play(rules(), choice("Z@4,2N")).is_err());
        tree.go(1);
        tree.remove();
        assert_eq!((tree.nodes().len(), tree.at(), tree.line()), (2, 0, vec![0, 1]));
    }

    #[test]
    fn all_of_it_is_written_in_a_line() {
        let mut tree = tree();
        tree.play(rules(), choice("hO@4,0N")).unwrap();
        tree.edit(|sheet| sheet.comment = "all clear! 100 %~".into());
        tree.play(rules(), choice("I@4,0N")).unwrap();
        tree.edit(|sheet| sheet.paint(9, 0, Cell::Of(minolab_rules::Piece::J)));
        assert_eq!((tree.at(), tree.here().parent), (3, Some(2)));
        let text = tree.written();
        let root = tree.nodes()[0].sheet.clone();
        let again = Tree::read(root.clone(), rules(), &text).unwrap();
        assert_eq!(again.nodes(), tree.nodes());
        assert_eq!(Tree::new(root.clone()).written(), "");
        for wrong in ["x", "5.T@4,2N", "0.Q@4,2N", "0=y9|", "0.I@0,0N"] {
            assert!(Tree::read(root.clone(), rules(), wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pages_come_from_fumens_and_go_back() {
        let text = "v115@vhDRQYPAFLDmClcJSAVDEHBEooRBUoAVBTHBAAhBTpBKpB";
        for text in ["v115@vhBVPJAAA", text] {
            let Ok(fumen) = text.parse::<Fumen>() else { continue };
            let tree = Tree::of_fumen(&fumen, rules()).unwrap();
            assert!(tree.nodes().len() >= fumen.pages.len());
            let again = tree.to_fumen().unwrap();
            assert_eq!(again.pages.len(), fumen.pages.len(), "{text}");
            for (a, b) in again.pages.iter().zip(&fumen.pages) {
                assert_eq!((a.field, a.piece), (b.field, b.piece));
            }
            // And through the address.
            let root = tree.nodes()[0].sheet.clone();
            let read = Tree::read(root, rules(), &tree.written()).unwrap();
            assert_eq!(read.to_fumen(), tree.to_fumen());
        }
        let mut tree = tree();
        tree.play(rules(), choice("hO@4,0N")).unwrap();
        tree.play(rules(), choice("I@4,0N")).unwrap();
        let fumen = tree.to_fumen().unwrap();
        assert_eq!(fumen.pages.len(), 3);
        assert_eq!(fumen.pages[0].comment, "#Q=[](T)OIL");
        let again = Tree::of_fumen(&fumen, rules()).unwrap();
        assert_eq!(again.nodes()[1].choice, Some(choice("hO@4,0N")));
    }

    #[test]
    fn a_free_position_is_changed_in_place_and_undone() {
        let mut desk = Desk::new(tree());
        desk.change(false, |tree| tree.edit(|sheet| sheet.paint(4, 0, Cell::Garbage)));
        desk.change(true, |tree| tree.edit(|sheet| sheet.paint(5, 1, Cell::Garbage)));
        assert_eq!(desk.tree().nodes().len(), 1);
        assert!(desk.undo() && !desk.undo());
        assert_eq!(desk.tree(), &tree());
        assert!(desk.redo());
        assert_eq!(desk.can_step(), (true, false));
        assert_eq!(desk.tree().sheet().cell(4, 0), Cell::Garbage);
    }
}
