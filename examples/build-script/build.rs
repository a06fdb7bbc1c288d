//! Compiles `time.abnf` to the module `time`.

fn main() {
    abnfc_build::compile("time.abnf");
}
