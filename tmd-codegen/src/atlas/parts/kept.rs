//! Which files there are of a part.

/// What is kept of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The certificate.
    Certificate,
    /// The list of cases, and the certificate's hash.
    List,
}

impl Kept {
    /// The ending of that file.
    pub fn ending(self) -> &'static str {
        match self {
            Kept::Certificate => "json",
            Kept::List => "wc",
        }
    }
}
