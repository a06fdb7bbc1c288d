//! Clusters of three processes on the loopback interface: answers, faults, errors, settings.

mod answers;
mod cluster;
mod compose;
mod data;
mod errors;
mod faults;
mod process;
mod repeated;
mod restart;
mod settings;
mod stop;
