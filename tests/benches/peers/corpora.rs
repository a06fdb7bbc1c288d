//! The texts: lists of other projects, which are kept outside of the repository, and generated
//! texts.

use crate::generate;
use anyhow::Context as _;
use std::fs;
use std::path::Path;

/// A group of corpora, whose figures are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Group {
    /// Texts from real sources.
    Real,
    /// Generated texts, as short as real ones.
    Made,
    /// Generated texts of 2 KiB or more.
    Long,
}

impl Group {
    /// All groups.
    pub(crate) const ALL: [Self; 3] = [Self::Real, Self::Made, Self::Long];

    /// The title of the group.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Real => "real",
            Self::Made => "made",
            Self::Long => "long",
        }
    }
}

/// A list of texts, contiguous in memory.
pub(crate) struct Corpus {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// The group of its figures.
    pub(crate) group: Group,
    buffer: String,
    ends: Vec<usize>,
}

impl Corpus {
    /// Makes a corpus of texts, which are copied.
    pub(crate) fn new<'a>(
        name: &'static str,
        group: Group,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let (mut buffer, mut ends) = (String::new(), Vec::new());
        for text in texts {
            buffer += text;
            ends.push(buffer.len());
        }
        Self { name, group, buffer, ends }
    }

    /// The texts, in order.
    pub(crate) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.buffer[std::mem::replace(&mut start, end)..end])
    }

    /// Returns the number of texts.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total length of all texts.
    pub(crate) fn bytes(&self) -> usize {
        self.buffer.len()
    }

    /// Returns a corpus of every `n`th text.
    pub(crate) fn thinned(&self, n: usize) -> Self {
        Self::new(self.name, self.group, self.texts().step_by(n))
    }
}

/// Lists of URIs: those found below `shared`, if there is such a folder, and generated ones.
pub(crate) fn uris(shared: &Path) -> anyhow::Result<Vec<Corpus>> {
    let mut corpora = Vec::new();
    let folder = shared.join("testdata/corpora");
    if folder.is_dir() {
        for name in ["kasztp", "node_files", "debian_homepages"] {
            let text = read(&folder.join(name).with_extension("txt"))?;
            corpora.push(Corpus::new(name, Group::Real, ascii_lines(&text)));
        }
        // The first line has titles; each other line has a base and a reference, both without
        // commas.
        let text = read(&folder.join("relative_urls_cc_10k.csv"))?;
        let texts = ascii_lines(&text).skip(1).flat_map(|line| line.split(','));
        corpora.push(Corpus::new("cc_pairs", Group::Real, texts));
    }
    corpora.extend(generate::uris());
    Ok(corpora)
}

/// Returns the ASCII lines. Other lines are rejected at their first byte beyond ASCII, which would
/// distort the figures.
fn ascii_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.is_ascii())
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
