//! What is asked for: the request, its options and profiles.

pub mod profile;
pub mod request;
