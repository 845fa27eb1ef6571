use super::*;
use crate::distance::Distance;
use crate::verdict::CaseKind;
use rug::Float;
use tmd_base::diag::DiagKind;

/// Findings of every class, in no order: places differ.
fn findings(count: u64) -> Vec<Finding> {
    let of = |n: u64| {
        // 7 and the count have no common factor.
        let place = n * 7 % count;
        let (segment, index) = ((place / 50) as usize, place % 50 + 3);
        let kind = if n.is_multiple_of(2) { CaseKind::Nearest } else { CaseKind::Directed };
        let verdict = match n % 3 {
            0 => Verdict::Hard {
                distance: Distance::of(&(Float::with_val(53, n + 1) >> (2_000 * n as i32 % 9_000))),
                identical_bits: n as u32,
                kind,
            },
            1 => Verdict::Exact(kind),
            _ => Verdict::Unknown(kind),
        };
        let near = n.is_multiple_of(5).then(|| format!("0x1.{n:x}p-3"));
        Finding { segment, index, x: format!("0x1.{index:x}p{segment}"), verdict, near }
    };
    (0..count).map(of).collect()
}

fn room(most: usize, folder: &std::path::Path) -> Room {
    Room { most, folder: folder.join("inner"), spare: 0 }
}

fn sorted(findings: &[Finding], room: &Room) -> FindingList {
    let mut sorter = Sorter::new(room);
    for finding in findings {
        sorter.push(finding.clone()).expect("room");
    }
    sorter.finish()
}

#[test]
fn runs_are_read_as_one_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = findings(1009);
    let mut wanted = all.clone();
    wanted.sort_by_key(Finding::place);
    for most in [1, 2, 63, 64, 1008, 1009, 5000] {
        let list = sorted(&all, &room(most, folder.path()));
        assert!(list.in_memory() <= most);
        assert_eq!(list.len(), wanted.len());
        assert_eq!(list.to_vec().expect("read"), wanted, "{most}");
        for (part, class) in [
            (list.sorted().hard, Class::Hard),
            (list.sorted().exact, Class::Exact),
            (list.sorted().unknown, Class::Unknown),
        ] {
            let own = wanted.iter().filter(|finding| Class::of(&finding.verdict) == class);
            let own: Vec<Finding> = own.cloned().collect();
            assert_eq!((part.len(), part.to_vec().expect("read")), (own.len(), own));
        }
        let json = serde_json::to_string(&list).expect("JSON");
        assert_eq!(json, serde_json::to_string(&wanted).expect("JSON"));
    }
    let names = std::fs::read_dir(folder.path().join("inner")).expect("the folder");
    assert_eq!(names.count(), 0, "a file has a name");
}

#[test]
fn inputs_are_found_between_the_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = findings(20_011);
    for most in [9_001, 30_000] {
        let list = sorted(&all, &room(most, folder.path()));
        for (segment, inputs) in
            [(0, 0..4), (3, 0..1), (17, 5..50), (399, 3..9), (400, 0..u64::MAX)]
        {
            let mut wanted: Vec<Finding> = all
                .iter()
                .filter(|f| f.segment == segment && inputs.contains(&f.index))
                .cloned()
                .collect();
            wanted.sort_by_key(Finding::place);
            let read =
                list.of_inputs(segment, &inputs).map(|read| read.expect("read").into_owned());
            assert_eq!(read.collect::<Vec<_>>(), wanted, "{segment} {inputs:?}");
        }
    }
}

#[test]
fn what_is_dropped_is_gone_from_the_file_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = findings(1009);
    let inputs = [(7, 0..30), (2, 10..20), (2, 40..60)];
    let stays = |f: &Finding| inputs.iter().any(|(s, r)| *s == f.segment && r.contains(&f.index));
    let mut wanted: Vec<Finding> = all.iter().filter(|f| stays(f)).cloned().collect();
    wanted.sort_by_key(Finding::place);
    for most in [10, 2000] {
        let mut list = sorted(&all, &room(most, folder.path()));
        list.retain_within(inputs.clone()).expect("read");
        assert_eq!(list.len(), wanted.len());
        assert_eq!(list.to_vec().expect("read"), wanted);
        // More comes to what is left.
        let more = findings(1009).into_iter().filter(|f| f.segment == 9);
        let mut sorter = Sorter::of(list, &room(10, folder.path())).expect("read");
        more.for_each(|finding| assert!(sorter.push(finding).is_ok()));
        let both = sorter.finish().to_vec().expect("read");
        assert_eq!(both.len(), wanted.len() + 50);
        assert!(both.is_sorted_by_key(Finding::place));
    }
}

#[test]
fn a_list_and_what_it_grew_to_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = room(100, folder.path());
    let all = findings(1009);
    let first = sorted(&all[..500], &room);
    let grown = || {
        let mut sorter = Sorter::of(first.clone(), &room).expect("no reading");
        all[500..].iter().for_each(|finding| assert!(sorter.push(finding.clone()).is_ok()));
        sorter.finish().to_vec().expect("read")
    };
    let before = first.to_vec().expect("read");
    let mut wanted = all.clone();
    wanted.sort_by_key(Finding::place);
    assert_eq!((grown(), grown()), (wanted.clone(), wanted));
    assert_eq!(first.to_vec().expect("read"), before);
}

#[test]
fn without_room_everything_so_far_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let full = Room { spare: u64::MAX, ..room(100, folder.path()) };
    for (room, word) in [(room(100, &file), "file"), (full, "free")] {
        let all = findings(1009);
        let mut sorter = Sorter::new(&room);
        let failed = all.iter().position(|finding| sorter.push(finding.clone()).is_err());
        assert_eq!(failed, Some(100));
        let diag = sorter.push(all[100].clone()).expect_err("no room");
        assert_eq!(diag.kind, DiagKind::Io);
        let folder = room.folder.display().to_string();
        assert!(diag.message.contains(word) && diag.message.contains(&folder), "{diag}");
        let mut wanted = all[..100].to_vec();
        wanted.sort_by_key(Finding::place);
        assert_eq!(sorter.finish().to_vec().expect("memory"), wanted);
    }
}

#[test]
fn no_other_bytes_are_a_record() {
    for finding in findings(31) {
        let mut bytes = vec![];
        record::encode(&finding, &mut bytes);
        assert_eq!(record::length(&bytes), Some(bytes.len()));
        assert_eq!(record::decode(&bytes), Some(finding));
        for length in 0..bytes.len() {
            assert_eq!(record::decode(&bytes[..length]), None, "{length}");
        }
        bytes.push(0);
        assert_eq!(record::decode(&bytes), None);
    }
}
