//! The forgeries that `tmd-check` accepts: every one is a lie about how a search was planned or told, none about what was
//! found or proved. A test fails where an entry is no longer needed.

use super::independent::verdict;

/// What was forged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unseen {
    /// The plan, and its hash: of many designs that suffice, a planner chooses one; `tmd-check` has no planner. The forged
    /// design is proved like the true one.
    Plan,
    /// That inputs were examined one by one in place of a search: it examines them itself, all or so many that it states, and
    /// refuses more of them than any search has.
    Way,
    /// Arguments in words (`origin`): it compares the numbers.
    Words,
    /// The ids of units, which are hashes of the plan and of their inputs: it tiles the inputs themselves.
    Id,
    /// The digest: whoever forges makes it anew, so that it shows accidents, not lies.
    Digest,
    /// The profile: times only choose among designs.
    Profile,
    /// Characters of a device's name that act on a terminal: it never shows the names.
    Device,
}

impl Unseen {
    /// A certificate with that forgery is accepted.
    pub(crate) fn accepted(self, bytes: &[u8]) {
        let (code, said) = verdict(bytes, 4, 1);
        assert_eq!(code, 0, "{self:?} is seen; take it from the list: {said}");
    }
}
