//! Colours as people tell them apart, and those that games give to the pieces.

/// A colour by lightness and two axes, on which equal distances look about equal (CIE L*a*b*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    light: f64,
    a: f64,
    b: f64,
}

impl Lab {
    /// Of red, green and blue as screens have them.
    pub fn of(rgb: [u8; 3]) -> Lab {
        let [red, green, blue] = rgb.map(|part| {
            let part = part as f64 / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let curve = |part: f64| {
            if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
        };
        let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
        let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
        Lab { light: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }

    /// How much colour there is in it.
    pub fn chroma(self) -> f64 {
        self.a.hypot(self.b)
    }

    /// How different two colours look.
    pub fn distance(self, other: Lab) -> f64 {
        (self.light - other.light).hypot((self.a - other.a).hypot(self.b - other.b))
    }

    /// The same, with less weight on how light they are: skins shade their cells.
    pub fn likeness(self, other: Lab) -> f64 {
        (0.5 * (self.light - other.light)).hypot((self.a - other.a).hypot(self.b - other.b))
    }
}

/// The colours of I, O, T, L, J, S and Z: ours, those of the guideline, and of games that people take
/// pictures of.
pub const PALETTES: [[[u8; 3]; 7]; 7] = [
    // This page: usual, soft, colour-blind.
    hex([0x22b8cf, 0xf0c419, 0xa55eea, 0xf28c28, 0x4a69e0, 0x4cb944, 0xe5484d]),
    hex([0x7fb8c4, 0xd8c78a, 0xb09ac8, 0xd3a27f, 0x8b9cc9, 0x94bd92, 0xcc8f93]),
    hex([0x56b4e9, 0xf0e442, 0xcc79a7, 0xe69f00, 0x0072b2, 0x009e73, 0xd55e00]),
    // The guideline's, pure.
    hex([0x00ffff, 0xffff00, 0xaa00ff, 0xffa500, 0x0000ff, 0x00ff00, 0xff0000]),
    // Jstris and four-tris.
    hex([0x0f9bd7, 0xe39f02, 0xaf298a, 0xe35b02, 0x2141c6, 0x59b101, 0xd70f37]),
    // TETR.IO.
    hex([0x31b282, 0xb49933, 0xa43e9b, 0xb46432, 0x5040a8, 0x83b232, 0xb4333b]),
    // fumen.
    hex([0x009999, 0x999900, 0x990099, 0x996600, 0x0000bb, 0x009900, 0x990000]),
];

const fn hex(colours: [u32; 7]) -> [[u8; 3]; 7] {
    let mut all = [[0; 3]; 7];
    let mut index = 0;
    while index < all.len() {
        let colour = colours[index];
        all[index] = [(colour >> 16) as u8, (colour >> 8) as u8, colour as u8];
        index += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use minolab_rules::Piece;

    use super::*;
    use crate::Palette;

    #[test]
    fn our_own_colours_are_those_that_are_drawn() {
        for (known, palette) in PALETTES.iter().zip(Palette::ALL) {
            for piece in Piece::ALL {
                let (red, green, blue) = palette.rgb(piece);
                assert_eq!(known[piece as usize], [red, green, blue], "{palette:?} {piece}");
            }
        }
    }

    #[test]
    fn colours_are_where_the_standard_has_them() {
        let red = Lab::of([255, 0, 0]);
        assert!((red.light - 53.2).abs() < 0.2 && (red.a - 80.1).abs() < 0.3, "{red:?}");
        assert!(Lab::of([120, 120, 120]).chroma() < 0.5);
        assert!((Lab::of([255; 3]).light - 100.0).abs() < 0.1);
    }
}
