//! Emits what `tmd.toml` asks for. No OpenCL is needed for that.

fn main() {
    tmd_codegen::build::Builder::new().config("tmd.toml").generate();
}
