//! Compiles the grammar of `time.toml` to the module `time`.

fn main() {
    abnfc_build::compile("time.toml");
}
