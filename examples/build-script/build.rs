//! Compiles `time.abnf` to the module `time`.

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=time.abnf");
    let made = abnfc::compile("time.abnf", &fs::read("time.abnf")?, &abnfc::spec::Spec::default())?;
    let folder = PathBuf::from(env::var("OUT_DIR")?).join("time");
    for (path, text) in &made.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().ok_or("a file is in a folder")?)?;
        fs::write(path, text)?;
    }
    let path = folder.join("mod.rs");
    let module = format!("#[path = {:?}]\npub mod time;\n", path.to_string_lossy());
    Ok(fs::write(folder.with_extension("rs"), module)?)
}
