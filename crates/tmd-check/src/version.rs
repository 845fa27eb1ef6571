//! The versions of certificates that are read, and of the engine that made them.

use crate::json::Value;
use crate::stop::Checked;

/// The versions of the program's engine of which no missed case is known.
const ENGINES: [u32; 3] = [2, 3, 4];

/// The version of a certificate of `what`, if it and that of its engine are known here.
pub(crate) fn read(value: &Value<'_>, what: &str, schemas: &[u32]) -> Checked<u32> {
    let (schema, engine): (u32, u32) = (value.int_at("schema")?, value.int_at("engine")?);
    if schemas.contains(&schema) && ENGINES.contains(&engine) {
        return Ok(schema);
    }
    cannot!(
        "{what} of schema {schema}, engine {engine}; this program reads {schemas:?}, {ENGINES:?}: search again"
    )
}
