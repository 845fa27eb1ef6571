//! That pieces are what they say, and that few looks find them.

use super::*;
use rug::Integer;
use tmd_functions::language::FormatName;

/// The numbers of binary64 from 2^e on, below 2^(e+1), or their opposites.
fn binade(e: i32, is_negative: bool) -> Segment {
    let first = Integer::from(1) << 52;
    let first = if is_negative { 1 - (first << 1) } else { first };
    Segment { first, ulp: e - 52, count: 1 << 52 }
}

fn spec(function: &str) -> FunctionSpec {
    FunctionSpec::parse(function).unwrap()
}

fn binary64() -> Format {
    FormatName::parse("--precision", "binary64").unwrap().format().unwrap()
}

fn cut_all(spec: &FunctionSpec, segment: &Segment) -> Vec<Piece> {
    cut(spec, segment, &(0..segment.count), &binary64(), true)
}

/// Whether an image is that of an input.
fn is_image(spec: &FunctionSpec, segment: &Segment, i: u64, image: Image) -> bool {
    let value = value_at(spec, segment, i, 200);
    let power = |e: i32| Float::with_val(53, 1) << e;
    let emin = binary64().emin;
    match (image, value) {
        (Image::Undefined, value) => value.is_err(),
        (Image::Binade(e), Ok(value)) => {
            let least = if e == emin { Float::new(53) } else { power(e) };
            value.mig() <= power(e + 1) && value.mag() >= least
        }
        (Image::Overflow, Ok(value)) => value.mag() >= power(binary64().emax + 1),
        (Image::Mixed, Ok(_)) => true,
        (Image::Vanishing, value) => {
            value.is_err() || value.is_ok_and(|value| value.mag() <= power(emin - 53 - 64))
        }
        _ => false,
    }
}

/// Γ far below 0, where its poles leave no piece of more than a few inputs.
#[test]
fn vanishing_and_undefined_pieces_are_single() {
    for (function, e, image) in [
        ("gamma", 14, Image::Vanishing),
        ("gamma", 51, Image::Vanishing),
        ("gamma", 52, Image::Undefined),
        ("lgamma", 52, Image::Undefined),
        ("gamma", 1023, Image::Undefined),
    ] {
        let (spec, segment) = (spec(function), binade(e, true));
        let pieces = cut_all(&spec, &segment);
        assert_eq!(pieces, [Piece { inputs: 0..segment.count, image }], "{function}, 2^{e}");
        for i in [0, 1, 2, segment.count / 2, segment.count / 3, segment.count - 1] {
            assert!(is_image(&spec, &segment, i, image), "{function}, 2^{e}: {i}");
        }
    }
}

#[test]
fn pieces_follow_on_each_other_and_have_their_images() {
    for (function, e, is_negative) in [
        ("gamma", 3, true),
        ("gamma", 7, false),
        ("gamma", 9, true),
        ("lgamma", 2, true),
        ("lgamma", 0, false),
        ("gamma(x + 0.5)", 2, true),
        ("1 / gamma(x)", 2, true),
        ("j0", 2, false),
        ("y1", 1, false),
        ("tan", 3, true),
        ("sin", 5, false),
        ("exp", 5, true),
        ("exp", 9, false),
    ] {
        let (spec, segment) = (spec(function), binade(e, is_negative));
        let pieces = cut_all(&spec, &segment);
        assert!(pieces.len() > 1, "{function}");
        let mut next = 0;
        for Piece { inputs, image } in pieces {
            assert!(inputs.start == next && inputs.end > next, "{function}: {inputs:?} {next}");
            next = inputs.end;
            for i in [inputs.start, middle(&inputs), inputs.end - 1] {
                assert!(is_image(&spec, &segment, i, image), "{function}: {i} {image:?}");
            }
        }
        assert_eq!(next, segment.count, "{function}");
    }
}

/// 256 poles that are inputs, and as many gaps between them: two looks for each find where to cut, and two are at what was cut.
#[test]
fn poles_are_found_at_once() {
    let (spec, segment) = (spec("gamma"), binade(8, true));
    let most = (u64::MAX, usize::MAX);
    let (steps, pieces) = count_within(&spec, &segment, 0..segment.count, &binary64(), most);
    assert!(pieces == 512 && steps <= 4 * 256, "{steps} {pieces}");
}

#[test]
fn an_error_names_a_gap_of_x_only() {
    let x = binade(2, true).interval(0..1 << 52, 117);
    let gap = |function: &str| spec(function).eval(&x).unwrap_err().gap;
    let first = Some(rug::Rational::from(-7));
    assert_eq!([gap("gamma"), gap("2 * lgamma(x)")], [first.clone(), first]);
    assert_eq!([gap("gamma(x + 0.5)"), gap("gamma(2 * x)")], [None, None]);
}

#[test]
fn opposites_are_cut_alike() {
    for (function, e) in [("j0", 3), ("tan", 4), ("sin", 6), ("erf", -3), ("1 / x", 1)] {
        let spec = spec(function);
        let [own, mirror] = [true, false].map(|is_negative| binade(e, is_negative));
        let cut = cut_all(&spec, &own);
        // Powers of two are the first of the positive numbers, and none of these negative ones.
        let opposite = Segment { first: own.first.clone() * -1 - (own.count - 1), ..mirror };
        assert_eq!(cut, mirrored(&cut_all(&spec, &opposite), own.count), "{function}");
    }
}

/// A range with far more pieces than there may be is not cut to the end of what there may be.
#[test]
fn too_many_pieces_are_seen_early() {
    let (spec, segment) = (spec("gamma"), binade(13, true));
    let format = binary64();
    let mut cutter = Cutter::new(&spec, &segment, &format, 0..segment.count);
    assert_eq!(cutter.all(), Some(Refusal::ManyExponents));
    assert!(cutter.pieces.len() <= crowd::MANY_PIECES[1] + 1, "{}", cutter.pieces.len());
}
