// Writes random fumens as the npm package tetris-fumen writes and reads them: node reference.js COUNT SEED
// One JSON array a line: the fumen, its pages as read, and the fumen written of those pages if it is another.
const { decoder, encoder } = require('tetris-fumen');

const [count, seed] = process.argv.slice(2).map(Number);
let luck = seed >>> 0;
// mulberry32: the same fumens for the same seed on any machine.
const random = (below) => {
    luck = (luck + 0x6d2b79f5) >>> 0;
    let t = Math.imul(luck ^ (luck >>> 15), luck | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
};
const chance = (percent) => random(100) < percent;
const pick = (list) => list[random(list.length)];

const PIECES = [...'IOTLJSZ'];
const CELLS = [...'_IOTLJSZX'];
const WORDS = ['', 'opener', 'TKI 3', 'Grüße, 50 %', 'テト譜 こんにちは', '🂡🏍 ok', '100%u3042%4', 'a\nb\tc', '#Q', ' ~ {|} ', '%', '\u0085'];

function comment(before) {
    if (chance(35)) return undefined;
    if (chance(25)) return before ?? '';
    if (chance(3)) return pick(['x', 'é', '界', '🂡']).repeat(300 + random(4000));
    if (chance(40)) return pick(WORDS) + (chance(30) ? pick(WORDS) : '');
    const hold = chance(50) ? pick(PIECES) : '';
    const queue = Array.from({ length: random(9) }, () => pick(PIECES)).join('');
    const current = queue && chance(90) ? pick(PIECES) : '';
    const after = chance(20) ? ';' + pick(['', 'done', '#Q=[](T)IO', '#Q=[L](S)']) : '';
    const quiz = `#Q=[${hold}](${current})${queue}${after}`;
    return chance(5) ? quiz.toLowerCase().replace('#q', '#Q') : chance(5) ? quiz.replace('](', '] ( ') : quiz;
}

// A piece in the field, mostly one that the quiz before allows.
function piece(before) {
    if (chance(30)) return undefined;
    const named = [...(before ?? '')].filter((c) => PIECES.includes(c)).slice(0, 3);
    for (;;) {
        const type = named.length && chance(80) ? pick(named) : pick(PIECES);
        const operation = { type, rotation: pick(['spawn', 'right', 'reverse', 'left']), x: random(10), y: chance(80) ? random(6) : random(23) };
        try {
            decoder.decode('v115@vhAAgH')[0].field.fill(operation);
            return operation;
        } catch { /* It reaches out of the field: another one. */ }
    }
}

// Draws on a field: some cells, whole rows, the row below, or nothing.
function drawn(field) {
    const top = chance(90) ? 1 + random(7) : 23;
    const how = random(4);
    for (let y = 0; y < top; y += 1) {
        const full = chance(10);
        for (let x = 0; x < 10; x += 1) {
            if (full || (how === 0 && chance(60)) || (how === 1 && chance(8))) field.set(x, y, full ? pick(CELLS.slice(1)) : pick(CELLS));
        }
    }
    if (chance(20)) for (let x = 0; x < 10; x += 1) field.set(x, -1, pick(CELLS));
    return field;
}

function pages() {
    const made = [];
    for (let left = 1 + random(chance(10) ? 80 : 5); left > 0; left -= 1) {
        const read = decoder.decode(encoder.encode([...made, {}]));
        const before = read[made.length].comment;
        const page = { comment: comment(before), operation: piece(before) };
        if (made.length === 0 || chance(left > 6 ? 5 : 40)) page.field = drawn(read[made.length].field);
        page.flags = { lock: !chance(10), rise: chance(8), mirror: chance(8), colorize: chance(made.length ? 10 : 80) };
        made.push(page);
    }
    return made;
}

let skipped = 0;
for (let written = 0; written < count;) {
    try {
        const first = encoder.encode(pages());
        // Half a surrogate pair, where a long comment was cut off, is no text in most languages.
        const read = decoder.decode(first).map((page) => { page.comment = page.comment.toWellFormed(); return page; });
        const second = encoder.encode(read);
        const flags = (f) => ['lock', 'rise', 'mirror', 'colorize'].map((name) => (f[name] ? name[0] : '-')).join('');
        const place = (o) => (o ? `${o.type}@${o.x},${o.y}${{ spawn: 'N', right: 'E', reverse: 'S', left: 'W' }[o.rotation]}` : '-');
        const short = (field) => field.str({ separator: '/' });
        const line = [first, read.map((p) => [short(p.field), place(p.operation), flags(p.flags), p.comment])];
        if (second !== first) line.push(second);
        console.log(JSON.stringify(line));
        written += 1;
    } catch (error) {
        // Quizzes that the package itself cannot follow.
        skipped += 1;
    }
}
console.error(`${count} fumens; ${skipped} more that tetris-fumen does not read`);
