//! The known word that is nearest to a misspelled one.

use strsim::osa_distance;

/// The known word that is nearest to a misspelt one, if one is near: at most two letters were inserted, left out,
/// replaced or swapped with a neighbour. Case does not count.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|known| (osa_distance(&word, &known.to_lowercase()), known))
        .filter(|(distance, known)| *distance <= 2 && *distance < known.len().max(2))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_may_be_wrong() {
        let known = ["exp", "log", "sub-interval"];
        assert_eq!(nearest("epx", known), Some("exp"));
        assert_eq!(nearest("LOG", known), Some("log"));
        assert_eq!(nearest("subinterval", known), Some("sub-interval"));
        assert_eq!(nearest("cosine", known), None);
        assert_eq!(nearest("", known), None);
    }
}
