//! Work that an interrupt does not break off: Ctrl-C, and a request to end, wait for its end.
//!
//! Whoever asks for nothing of this module has the usual behaviour: the program ends at once.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};
use signal_hook::low_level::emulate_default_handler;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Whether each signal ends the program at once.
static ENDS: AtomicBool = AtomicBool::new(true);

/// Whether each signal has come.
static HAS_COME: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// How many threads are at work that is not to be broken off.
static WORKERS: Mutex<usize> = Mutex::new(0);

/// Does the work as a whole: a signal ends the program when it is done.
pub(super) fn held<T>(work: impl FnOnce() -> T) -> T {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (signal, has_come) in SIGNALS.into_iter().zip(&HAS_COME) {
            // The order matters: the first handler looks whether the second one has to remember.
            // Where the system does not let us, signals do what they always do.
            let _ = register_conditional_default(signal, &ENDS)
                .and_then(|_| register(signal, has_come));
        }
    });
    hold();
    let result = work();
    release();
    result
}

/// Within work that is [`held`], waits for others: a signal ends the program at once.
pub(super) fn allowed<T>(wait: impl FnOnce() -> T) -> T {
    release();
    let result = wait();
    hold();
    result
}

fn hold() {
    *workers() += 1;
    ENDS.store(false, Ordering::SeqCst);
}

fn release() {
    let mut workers = workers();
    *workers -= 1;
    if *workers == 0 {
        ENDS.store(true, Ordering::SeqCst);
        for (signal, has_come) in SIGNALS.into_iter().zip(&HAS_COME) {
            if has_come.load(Ordering::SeqCst) {
                let _ = emulate_default_handler(signal);
            }
        }
    }
}

fn workers() -> MutexGuard<'static, usize> {
    WORKERS.lock().unwrap_or_else(PoisonError::into_inner)
}
