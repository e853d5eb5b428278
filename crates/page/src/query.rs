//! The settings in an address: what stands after its `?`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Names and values, however a browser or a mail program has written them.
pub fn pairs(query: &str) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        // What is no text becomes a text that nothing is called.
        (name, percent_decode_str(value).decode_utf8_lossy())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let read = |query| pairs(query).map(|(_, value)| value.into_owned()).collect::<Vec<_>>();
        assert_eq!(
            read("a=x9%2f10%20T&&b=lines%3D7&c&d=holes%2Cwells"),
            ["x9/10 T", "lines=7", "", "holes,wells"]
        );
        assert_eq!(read("a=100%&b=%ff"), ["100%", "\u{fffd}"]);
    }
}
