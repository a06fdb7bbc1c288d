//! Times of contestants that take turns, in a new order each round.

use cpu_time::ProcessTime;
use fastrand::Rng;
use std::time::{Duration, Instant};

/// What a contestant needed.
#[derive(Clone, Debug)]
pub struct Measured<A> {
    /// The median of the rounds, of all threads together.
    pub cpu: Duration,
    /// The median of the rounds, of the clock on the wall.
    pub wall: Duration,
    /// The answer, of the last round.
    pub answer: A,
}

/// Reads a number of rounds, at least 1.
pub fn rounds(argument: &str) -> Result<usize, String> {
    let rounds = argument.parse::<std::num::NonZeroUsize>();
    rounds.map(std::num::NonZeroUsize::get).map_err(|error| error.to_string())
}

/// Runs each contestant once a round. The first round is not counted, unless it is the only one.
///
/// # Panics
///
/// Panics if there is no round.
pub fn measure<A>(
    rounds: usize,
    contestants: &mut [Box<dyn FnMut() -> A + '_>],
) -> Vec<Measured<A>> {
    let mut random = Rng::with_seed(1);
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    let mut runs: Vec<Vec<Measured<A>>> = contestants.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        random.shuffle(&mut order);
        for &contestant in &order {
            let (cpu, wall) = (ProcessTime::now(), Instant::now());
            let answer = contestants[contestant]();
            runs[contestant].push(Measured { cpu: cpu.elapsed(), wall: wall.elapsed(), answer });
        }
    }
    runs.into_iter().map(median).collect()
}

fn median<A>(mut runs: Vec<Measured<A>>) -> Measured<A> {
    if runs.len() > 1 {
        runs.remove(0);
    }
    let middle = |time: fn(&Measured<A>) -> Duration| {
        let mut times: Vec<Duration> = runs.iter().map(time).collect();
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (cpu, wall) = (middle(|run| run.cpu), middle(|run| run.wall));
    Measured { cpu, wall, answer: runs.pop().expect("there is a round").answer }
}
