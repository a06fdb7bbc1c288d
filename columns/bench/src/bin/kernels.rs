//! Measures functions over arrays in memory, beside those of other libraries, and beside floors: what it
//! costs to touch each byte of each text, and to make views of nothing in particular.
//!
//! Each contestant reads the same batches, in `Utf8` and in `Utf8View`. Contestants for the exact rule
//! give the same count, which is printed; `url` and regular expressions by hand have other languages.

use abnf_columns_bench::{Measured, Urls, measure, peers, rounds};
use abnf_layout::{BLOCK, Columns, rule};
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::DataType;
use clap::Parser;
use regex::Regex;
use std::hint::black_box;
use std::sync::Arc;
use std::{fs, io, path::PathBuf, thread};
use uri::rfc3986::UriReference;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

static URL: Columns = rule!(uri::rfc3986::columns::URI_REFERENCE);

/// Measures functions over arrays of URLs, in nanoseconds of processor time a row.
#[derive(Parser)]
struct Options {
    /// The number of rows
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// The number of rows of a batch
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// How often each contestant runs
    #[arg(long, default_value_t = 6, value_parser = rounds)]
    rounds: usize,
    /// The number of threads, each of which has its share of the batches
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A file of lines from which the rows are taken, instead of being made up
    #[arg(long)]
    lines: Option<PathBuf>,
    /// A file with the exact regular expression, as written by `abnfc export --to rust`
    #[arg(long)]
    regex: Option<PathBuf>,
    /// Only functions whose names contain this text
    #[arg(long, default_value = "")]
    only: String,
}

/// A function of an array; it returns how many rows have an answer.
type Kernel = Box<dyn Fn(&ArrayRef) -> usize + Sync>;

#[expect(clippy::cast_precision_loss, reason = "two decimals are printed")]
fn main() -> io::Result<()> {
    let options = Options::parse();
    let lines = options.lines.as_ref().map(fs::read_to_string).transpose()?.unwrap_or_default();
    let lines: Vec<&str> = lines.lines().collect();
    let regex = options.regex.as_ref().map(fs::read_to_string).transpose()?;
    let mut kernels = kernels(regex.as_deref().map(str::trim));
    kernels.retain(|(name, _)| name.contains(&options.only));

    let offsets = batches(&options, &lines);
    let views: Vec<ArrayRef> = offsets.iter().map(|array| to(array, &DataType::Utf8View)).collect();
    let bytes: usize =
        offsets.iter().map(|array| array.as_string::<i32>().value_data().len()).sum();
    let mut contestants: Vec<Box<dyn FnMut() -> usize + '_>> = Vec::new();
    for (_, kernel) in &kernels {
        for arrays in [&offsets, &views] {
            contestants.push(Box::new(|| run(kernel, arrays, options.threads)));
        }
    }
    let measured = measure(options.rounds, &mut contestants);

    println!("{} rows, {bytes} bytes, {} threads\n", options.rows, options.threads);
    println!("| function | `Utf8` | `Utf8View` | GB/s of a processor | GB/s | rows |");
    println!("|---|--:|--:|--:|--:|--:|");
    for ((name, _), pair) in kernels.iter().zip(measured.chunks_exact(2)) {
        let row = |of: &Measured<usize>| of.cpu.as_secs_f64() * 1e9 / options.rows as f64;
        let speed = |seconds: f64| bytes as f64 / seconds / 1e9;
        let (cpu, wall) = (pair[0].cpu.as_secs_f64(), pair[0].wall.as_secs_f64());
        println!(
            "| {name} | {:.1} | {:.1} | {:.2} | {:.2} | {} |",
            row(&pair[0]),
            row(&pair[1]),
            speed(cpu),
            speed(wall),
            pair[0].answer,
        );
    }
    Ok(())
}

fn run(kernel: &Kernel, arrays: &[ArrayRef], threads: usize) -> usize {
    let share =
        |arrays: &[ArrayRef]| arrays.iter().map(|array| black_box(kernel(black_box(array)))).sum();
    if threads < 2 {
        return share(arrays);
    }
    thread::scope(|scope| {
        let chunks = arrays.chunks(arrays.len().div_ceil(threads).max(1));
        let threads: Vec<_> = chunks.map(|chunk| scope.spawn(|| share(chunk))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no contestant panics")).sum()
    })
}

fn batches(options: &Options, lines: &[&str]) -> Vec<ArrayRef> {
    let mut urls = Urls::of_lines(1, lines);
    let mut arrays: Vec<ArrayRef> = Vec::new();
    let mut left = options.rows;
    while left > 0 {
        let rows = left.min(options.batch.max(1));
        let mut batch = StringBuilder::new();
        urls.by_ref().take(rows).for_each(|row| batch.append_option(row));
        arrays.push(Arc::new(batch.finish()));
        left -= rows;
    }
    arrays
}

fn to(array: &ArrayRef, data_type: &DataType) -> ArrayRef {
    cast(array, data_type).expect("texts have each layout")
}

fn kernels(exact: Option<&str>) -> Vec<(&'static str, Kernel)> {
    let part = |name| URL.parts.iter().position(|part| part.name == name).expect("a part");
    let host = part("host");
    let regex = |text| Regex::new(text).expect("a regular expression");
    let (by_hand, appendix_b) = (regex(peers::HOST), regex(peers::APPENDIX_B));
    let mut kernels: Vec<(&'static str, Kernel)> = vec![
        (
            "floor: sum of all bytes",
            Box::new(|array| {
                let mut sum = 0_u64;
                peers::each(array, |text| {
                    for chunk in text.unwrap_or_default().as_bytes().chunks(16) {
                        sum += chunk.iter().map(|&byte| u64::from(byte)).sum::<u64>();
                    }
                });
                usize::from(sum > 0)
            }),
        ),
        (
            "floor: 8 views of each text",
            Box::new(|array| abnf_arrow::parts(&WHOLE, array).expect("an array of text").len()),
        ),
        (
            "is_match: this",
            Box::new(|array| {
                abnf_arrow::is_match(&URL, array).expect("an array of text").true_count()
            }),
        ),
        (
            "is_match: `uri`, row by row",
            Box::new(|array| peers::matches(array, UriReference::is_match).true_count()),
        ),
        (
            "is_match: fluent-uri",
            Box::new(|array| {
                peers::matches(array, |text| fluent_uri::UriRef::parse(text).is_ok()).true_count()
            }),
        ),
        (
            "is_match: url",
            Box::new(|array| {
                peers::matches(array, |text| url::Url::parse(text).is_ok()).true_count()
            }),
        ),
        ("host: this", Box::new(move |array| present(&part_of(host, array)))),
        (
            "host: this, copied",
            Box::new(move |array| present(&part_of(host, array).as_string_view().gc())),
        ),
        (
            "host: `uri`, row by row",
            Box::new(|array| {
                present(&peers::texts(array, |text| {
                    Some(UriReference::parse(text).ok()?.host()?.as_str())
                }))
            }),
        ),
        ("host: fluent-uri", Box::new(|array| present(&peers::texts(array, peers::fluent_host)))),
        ("host: url", Box::new(|array| present(&peers::url_hosts(array)))),
        (
            "host: regex, of the host",
            Box::new(move |array| present(&peers::groups(array, &by_hand, &[1])[0])),
        ),
        ("8 parts: this", Box::new(|array| present(&parts(array)))),
        (
            "8 parts: this, copied",
            Box::new(|array| {
                let parts = parts(array);
                let parts = parts.as_struct().columns();
                parts.iter().map(|part| to(part, &DataType::Utf8).len()).sum()
            }),
        ),
        ("8 parts: fluent-uri", Box::new(|array| present(&peers::fluent_parts(array)[5]))),
        (
            "5 parts: regex, appendix B",
            Box::new(move |array| present(&peers::groups(array, &appendix_b, &[2, 4, 5, 7, 9])[2])),
        ),
    ];
    if let Some(exact) = exact {
        let exact = regex(exact);
        kernels.push((
            "is_match: regex, exact",
            Box::new(move |array| peers::matches(array, |text| exact.is_match(text)).true_count()),
        ));
    }
    kernels
}

fn part_of(part: usize, array: &dyn Array) -> ArrayRef {
    abnf_arrow::part(&URL, part, array).expect("an array of text")
}

fn parts(array: &dyn Array) -> ArrayRef {
    Arc::new(abnf_arrow::parts(&URL, array).expect("an array of text"))
}

fn present(array: &dyn Array) -> usize {
    array.len() - array.null_count()
}

/// A rule that matches everything; each part is the whole text.
static WHOLE: Columns = Columns {
    locate: |texts, spans| {
        for (place, text) in texts.iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "texts of a batch are short")]
            spans
                .iter_mut()
                .skip(place)
                .step_by(BLOCK)
                .for_each(|span| *span = [0, text.len() as u32]);
        }
        u64::MAX
    },
    ..rule!(uri::rfc3986::columns::URI_REFERENCE)
};
