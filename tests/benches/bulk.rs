//! Reads whole buffers with one thread and with two: `bulk FILE...`, where a file has one text on
//! each line.
//!
//! For each file and each way of reading it, prints one line of JSON: gigabytes per second with one
//! thread and with two, by processor time, and the speed-up by the second thread. `scaling`
//! compares wall-clock time, and is meaningful only on an idle machine. `scaling_cpu` compares the
//! processor time of one thread with that of the slower of two: it shows the loss through shared
//! memory and unequal pieces, but not through other programs. The figures are medians over rounds
//! in which all contestants take turns.

#![allow(clippy::cast_precision_loss, reason = "speeds are printed with three places")]

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};
use uri::UriReference;
use uri::lines::{Lines, pieces};

/// The minimum size of a buffer in bytes, for which the cost of starting a thread is negligible.
const BYTES: usize = 32 << 20;

const ROUNDS: usize = 15;

/// The name of a way to read a buffer, and a function that reads it and returns a sum, so that the
/// work cannot be optimised away.
type Way = (&'static str, fn(Lines<'_>) -> usize);

const WAYS: [Way; 3] = [
    ("lines", |lines| lines.map(|line| line.as_bytes().len()).sum()),
    ("validate", |lines| lines.tally::<UriReference<'_>>().matches),
    ("parse", |lines| {
        let parsed = lines.parse::<UriReference<'_>>().filter_map(|(_, parsed)| parsed.ok());
        parsed.map(parts).sum()
    }),
];

/// The lengths of the commonly used parts.
fn parts(reference: UriReference<'_>) -> usize {
    let lengths = [
        reference.scheme().map(|part| part.as_str().len()),
        reference.host().map(|part| part.as_str().len()),
        reference.port().map(|part| part.as_str().len()),
        reference.path().map(|part| part.as_str().len()),
        reference.query().map(|part| part.as_str().len()),
        reference.fragment().map(|part| part.as_str().len()),
    ];
    lengths.iter().flatten().sum()
}

fn main() -> io::Result<()> {
    for file in env::args_os().skip(1) {
        let text = fs::read(&file)?;
        let buffer = text.repeat(BYTES.div_ceil(text.len().max(1)));
        // Indexed by way, then by number of threads.
        let mut times: [[Vec<Times>; 2]; WAYS.len()] = Default::default();
        for _ in 0..ROUNDS {
            for (times, (_, way)) in times.iter_mut().zip(WAYS) {
                let (one, sum) = run(&buffer, 1, way);
                let (two, sum_of_two) = run(&buffer, 2, way);
                assert_eq!(sum, sum_of_two, "two threads get the result of one");
                times[0].push(one);
                times[1].push(two);
            }
        }
        let name = file.to_string_lossy().replace(['"', '\\'], "_");
        for (times, (way, _)) in times.iter_mut().zip(WAYS) {
            let [one, two] = times.each_mut().map(|times| median(times));
            let speed = |time: Duration| buffer.len() as f64 / time.as_secs_f64() / 1e9;
            println!(
                "{{\"file\":\"{name}\",\"way\":\"{way}\",\"gb_s_1\":{:.3},\"gb_s_2\":{:.3},\
                 \"scaling\":{:.3},\"scaling_cpu\":{:.3}}}",
                speed(one.cpu),
                speed(two.cpu),
                one.wall.as_secs_f64() / two.wall.as_secs_f64(),
                one.cpu.as_secs_f64() / two.cpu.as_secs_f64(),
            );
        }
    }
    Ok(())
}

/// The time of a run.
#[derive(Clone, Copy)]
struct Times {
    wall: Duration,
    /// The processor time of the slowest thread.
    cpu: Duration,
}

/// Reads the buffer with several threads.
fn run(buffer: &[u8], threads: usize, way: fn(Lines<'_>) -> usize) -> (Times, usize) {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    let start = Instant::now();
    let (sum, cpu) = thread::scope(|scope| {
        let read = |lines| {
            let start = ThreadTime::now();
            (black_box(way(lines)), start.elapsed())
        };
        let workers: Vec<_> =
            pieces(buffer, threads).map(|lines| scope.spawn(move || read(lines))).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("it does not panic"));
        done.fold((0, Duration::ZERO), |(sum, slowest), (more, cpu)| (sum + more, slowest.max(cpu)))
    });
    (Times { wall: start.elapsed(), cpu }, sum)
}

/// Returns the median of each of the two times.
fn median(times: &mut [Times]) -> Times {
    let mut middle = |key: fn(&Times) -> Duration| {
        times.sort_by_key(key);
        key(&times[times.len() / 2])
    };
    Times { wall: middle(|times| times.wall), cpu: middle(|times| times.cpu) }
}
