//! Requests: their options, the ways to write them, and profiles.

pub mod profile;
pub mod request;
