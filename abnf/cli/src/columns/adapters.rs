//! The path from a package to the folder of the adapters.

use super::super::paths::between;
use anyhow::{Context, ensure};
use std::path::{Component, Path, PathBuf};

/// The adapters that packages depend on.
const ADAPTERS: [&str; 3] = ["datafusion", "layout", "pyo3"];

/// Returns the path of the adapters relative to a folder, which need not exist, with `/` between names.
///
/// # Errors
///
/// Returns an error if one of the adapters is not in the folder, or the path is not UTF-8.
pub(super) fn relative(adapters: &Path, from: &Path) -> anyhow::Result<String> {
    for name in ADAPTERS {
        let manifest = adapters.join(name).join("Cargo.toml");
        ensure!(
            manifest.is_file(),
            "`{}` is not the folder of the adapters: there is no `{}`",
            adapters.display(),
            manifest.display()
        );
    }
    let adapters = real(adapters)?;
    let path = between(&real(from)?, &adapters);
    let path = path.to_str().with_context(|| format!("`{}` is not UTF-8", path.display()))?;
    Ok(path.replace('\\', "/"))
}

/// Returns the path without links, `.` and `..`; folders at its end need not exist.
fn real(path: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot find `{}`", path.display());
    let path = std::path::absolute(path).with_context(cannot)?;
    let there = path.ancestors().find(|it| it.exists()).unwrap_or(&path);
    let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
    let mut real = there.canonicalize().with_context(cannot)?;
    for component in rest.components() {
        match component {
            Component::ParentDir => drop(real.pop()),
            Component::CurDir => (),
            name => real.push(name),
        }
    }
    Ok(real)
}
