//! Links between documents.

use std::fs;
use std::path::Path;

/// Links to headings of the front page lead to one: rustdoc looks at the page alone.
#[test]
fn headings_that_are_linked_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let front = fs::read_to_string(root.join("docs/front.md")).unwrap();
    let headings: Vec<String> =
        front.lines().filter_map(|line| Some(anchor(line.strip_prefix("# ")?))).collect();
    let mut folders = vec![root.join("src"), root.join("docs")];
    let mut links = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for link in text.split("crate#").skip(1) {
                let link = link.split(')').next().unwrap();
                assert!(headings.iter().any(|it| it == link), "{link} in {}", path.display());
                links += 1;
            }
        }
    }
    assert_ne!(links, 0);
}

/// The anchor that rustdoc makes of a heading.
fn anchor(heading: &str) -> String {
    let words = heading.to_lowercase().replace(' ', "-");
    words.chars().filter(|it| it.is_alphanumeric() || *it == '-').collect()
}
