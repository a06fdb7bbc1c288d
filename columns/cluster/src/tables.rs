//! Tables of the client: a name for files of Parquet, CSV or JSON lines.

use crate::error::{Error, Result};
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};
use std::path::Path;
use std::str::FromStr;

/// A table: its name, and where its files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    name: String,
    location: String,
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, location)) if !name.is_empty() && !location.is_empty() => {
                Ok(Self { name: name.to_owned(), location: location.to_owned() })
            }
            _ => Err("not NAME=PATH".to_owned()),
        }
    }
}

/// What files contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Parquet, in files that end with .parquet
    Parquet,
    /// CSV with a line of names, in files that end with .csv
    Csv,
    /// A JSON object on each line, in files that end with .json; a single file can end with .jsonl or .ndjson
    Json,
}

/// The endings of file names, and what they mean. The first of a format is that of files in folders.
const ENDINGS: [(&str, Format); 5] = [
    (".parquet", Format::Parquet),
    (".csv", Format::Csv),
    (".json", Format::Json),
    (".jsonl", Format::Json),
    (".ndjson", Format::Json),
];

impl Source {
    /// Registers the table, and reads its columns from the files.
    pub(crate) async fn register(
        &self,
        context: &SessionContext,
        format: Option<Format>,
    ) -> Result<()> {
        let found = ENDINGS.into_iter().find(|(ending, _)| self.location.ends_with(ending));
        let (ending, format) = match (found, format) {
            (Some(found), None) => found,
            (Some((ending, _)), Some(format)) => (ending, format),
            (None, format) => {
                let format = format.unwrap_or(Format::Parquet);
                let mut endings = ENDINGS.into_iter().filter(|(_, it)| *it == format);
                (endings.next().map_or("", |(ending, _)| ending), format)
            }
        };
        let (name, location) = (self.name.as_str(), self.location.as_str());
        // DataFusion takes what is missing for a file of a wrong kind.
        let is_path = !location.contains("://") && !location.contains(['*', '?', '[']);
        if is_path && !Path::new(location).exists() {
            return Err(Error::new("no such file or folder").context(location));
        }
        let result = match format {
            Format::Parquet => {
                let options = ParquetReadOptions::default().file_extension(ending);
                context.register_parquet(name, location, options).await
            }
            Format::Csv => {
                let options = CsvReadOptions::new().file_extension(ending);
                context.register_csv(name, location, options).await
            }
            Format::Json => {
                let options = JsonReadOptions::default().file_extension(ending);
                context.register_json(name, location, options).await
            }
        };
        result.map_err(|error| Error::from(error).context(location))?;
        // Empty files are not read.
        if context.table_provider(name).await?.schema().fields().is_empty() {
            return Err(Error::new("no columns").context(location));
        }
        Ok(())
    }
}
