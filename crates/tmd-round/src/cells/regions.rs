//! Which numbers are near which anchor.

/// Numbers on one side of an anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// From this number on.
    pub(super) start: f64,
    /// Up to this one.
    pub(super) end: f64,
    /// Where distances are 0.
    pub(super) anchor: f64,
    /// Whether it is below the anchor.
    pub(super) below: bool,
}

/// The binade of the size of a number, from its least to its end.
fn binade(size: f64) -> (f64, f64) {
    let least = f64::from_bits(size.to_bits() & !((1 << 52) - 1));
    (least, 2.0 * least)
}

/// The numbers around an anchor other than 0: its binade, and of a power of two the one below, too.
fn zone(anchor: f64) -> (f64, f64) {
    let (low, high) = binade(anchor.abs());
    let low = if low == anchor.abs() { low / 2.0 } else { low };
    if anchor < 0.0 { (-high, -low) } else { (low, high) }
}

/// The spans of all numbers (of those that are not negative, `mirrored`), ascending, for some anchors beside 0.
pub(super) fn spans(anchors: &[f64], mirrored: bool) -> Vec<Span> {
    let mut anchors: Vec<f64> = anchors.to_vec();
    anchors.sort_by(f64::total_cmp);
    let mut zones: Vec<(f64, f64, f64)> = vec![];
    for anchor in anchors {
        let (mut low, high) = zone(anchor);
        if let Some((_, end, before)) = zones.last_mut()
            && *end > low
        {
            // As far as the middle between both.
            let middle = f64::midpoint(*before, anchor);
            (*end, low) = (middle, middle);
        }
        zones.push((low, high, anchor));
    }
    let mut spans = vec![];
    let mut at = if mirrored { 0.0 } else { f64::NEG_INFINITY };
    let plain = |from: f64, to: f64, spans: &mut Vec<Span>| {
        if from < 0.0 && from < to {
            spans.push(Span { start: from, end: to.min(0.0), anchor: 0.0, below: true });
        }
        if to > 0.0 && from < to {
            spans.push(Span { start: from.max(0.0), end: to, anchor: 0.0, below: false });
        }
    };
    for (low, high, anchor) in zones {
        plain(at, low, &mut spans);
        let start = low.max(at);
        spans.push(Span { start, end: anchor, anchor, below: true });
        spans.push(Span { start: anchor, end: high, anchor, below: false });
        at = high;
    }
    plain(at, f64::INFINITY, &mut spans);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_lie_next_to_each_other() {
        for (anchors, mirrored) in [
            (&[][..], true),
            (&[1.0], false),
            (&[1.0, 2.5, -3.0], false),
            (&[1.0, 1.25, 2.0], true),
        ] {
            let spans = spans(anchors, mirrored);
            assert!(spans.windows(2).all(|pair| pair[0].end == pair[1].start), "{spans:?}");
            assert_eq!(spans[0].start, if mirrored { 0.0 } else { f64::NEG_INFINITY });
            assert_eq!(spans[spans.len() - 1].end, f64::INFINITY);
            for span in &spans {
                assert!(span.start < span.end, "{spans:?}");
                let side =
                    if span.below { span.end <= span.anchor } else { span.start >= span.anchor };
                assert!(side, "{spans:?}");
            }
            for anchor in anchors {
                assert!(spans.iter().any(|span| span.anchor == *anchor && span.start == *anchor));
            }
        }
    }
}
