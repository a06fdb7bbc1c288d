//! The arguments of `--import` and `--import-extracted`.

use abnfc::spec::Extract;
use abnfc_build::imports::Requested;

/// Reads `NAME=FILE` or `NAME=FILE:rule,...`. If the name of the file ends like a list of rules, a colon
/// must follow it.
pub(super) fn requested(argument: &str) -> Result<Requested, String> {
    let (name, file) = argument.split_once('=').ok_or("expected NAME=FILE")?;
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_+".contains(c))
    };
    let (path, rules) = match file.rsplit_once(':') {
        Some((path, "")) => (path, Vec::new()),
        Some((path, rules)) if rules.split(',').all(is_name) => {
            (path, rules.split(',').map(str::to_owned).collect())
        }
        _ => (file, Vec::new()),
    };
    if name.is_empty() || path.is_empty() {
        return Err("expected NAME=FILE".to_owned());
    }
    let (name, file, path) = (name.to_owned(), path.to_owned(), path.into());
    Ok(Requested { name, file, path, extract: None, rules })
}

/// As [`requested`], for a document.
pub(super) fn requested_document(argument: &str) -> Result<Requested, String> {
    requested(argument).map(|it| Requested { extract: Some(Extract::Yes), ..it })
}

#[cfg(test)]
mod tests {
    use super::requested;

    #[test]
    fn arguments_of_import() {
        let read = |argument: &str| {
            let import = requested(argument).unwrap();
            (import.name, import.path.display().to_string(), import.rules.join(" "))
        };
        let parts = |name: &str, path: &str, rules: &str| {
            (name.to_owned(), path.to_owned(), rules.to_owned())
        };
        assert_eq!(read("a=b=c"), parts("a", "b=c", ""));
        assert_eq!(read("a=b.abnf:c,d-1"), parts("a", "b.abnf", "c d-1"));
        assert_eq!(read("a=b:c:"), parts("a", "b:c", ""));
        assert_eq!(read(r"a=C:\b.abnf"), parts("a", r"C:\b.abnf", ""));
        for bad in ["a", "=b", "a=", "", "a=:b"] {
            requested(bad).unwrap_err();
        }
    }
}
