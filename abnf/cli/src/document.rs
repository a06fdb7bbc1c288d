//! Options for grammars inside documents.

use abnfc::spec::Extract;
use abnfc::spec::region::Region;

/// Whether the grammar is inside a document, and where.
#[derive(Debug, clap::Args)]
pub(super) struct DocumentArgs {
    /// Find the grammar inside a document, such as an RFC
    ///
    /// The document is text, XML (`sourcecode`, `artwork`), HTML (`pre`) or Markdown.
    #[arg(long)]
    extract: bool,
    #[command(flatten)]
    region: RegionArgs,
}

/// The part of a document that contains the grammar.
#[derive(Debug, clap::Args)]
pub(super) struct RegionArgs {
    /// Find the grammar in one section of a document, such as `25` or `A.1`
    #[arg(long, value_name = "NUMBER", value_parser = Region::section, conflicts_with = "lines")]
    section: Option<Region>,
    /// Find the grammar in some lines of a document, such as `120-240`
    #[arg(long, value_name = "FIRST-LAST", value_parser = Region::lines)]
    lines: Option<Region>,
}

impl DocumentArgs {
    /// Returns the value for the library.
    pub(super) fn extract(&self) -> Extract {
        match self.region.extract() {
            Extract::Yes if !self.extract => Extract::No,
            extract => extract,
        }
    }
}

impl RegionArgs {
    /// Returns the value for a document: all of it, or the part.
    pub(super) fn extract(&self) -> Extract {
        let region = self.section.as_ref().or(self.lines.as_ref());
        region.map_or(Extract::Yes, |region| Extract::From(region.clone()))
    }
}
