//! Which of the known words was meant.

/// The known word that is nearest to a misspelt one, if one is near; case does not count.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|known| (distance(&word, &known.to_lowercase()), known))
        .filter(|(distance, known)| *distance <= 2 && *distance < known.len().max(2))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The number of letters to insert, delete, replace or swap with a neighbour to turn one word into
/// the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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

    #[test]
    fn distances() {
        assert_eq!(distance("epx", "exp"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("sine", "sin"), 1);
    }
}
