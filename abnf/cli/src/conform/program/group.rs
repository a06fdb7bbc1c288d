//! Process groups, so that what a command starts ends with it.

use std::process::{Child, Command};

/// Puts a command into a group of its own.
pub(super) fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills a process with all processes of its group, and waits for it.
pub(super) fn kill(child: &mut Child) {
    kill_group(child);
    // It has ended already, or it ends now.
    let _ = child.kill();
    let _ = child.wait();
    #[cfg(unix)]
    interrupted::forget(child);
}

/// Kills the rest of the group of a process that has ended.
pub(super) fn kill_group(child: &Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // No such group: nothing of it is left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// Remembers a group, which is killed if this program is interrupted.
pub(super) fn remember(child: &Child) {
    #[cfg(unix)]
    interrupted::remember(child);
    #[cfg(not(unix))]
    let _ = child;
}

/// Kills the groups that are remembered when this program is interrupted or terminated.
pub(super) fn kill_all_if_interrupted() -> anyhow::Result<()> {
    #[cfg(unix)]
    interrupted::listen()?;
    Ok(())
}

#[cfg(unix)]
mod interrupted {
    use anyhow::Context as _;
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::process::{Child, exit};
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The one group at a time.
    static GROUP: AtomicI32 = AtomicI32::new(0);

    pub(super) fn remember(child: &Child) {
        GROUP.store(Pid::from_child(child).as_raw_nonzero().get(), Ordering::SeqCst);
    }

    pub(super) fn forget(child: &Child) {
        let group = Pid::from_child(child).as_raw_nonzero().get();
        let _ = GROUP.compare_exchange(group, 0, Ordering::SeqCst, Ordering::SeqCst);
    }

    pub(super) fn listen() -> anyhow::Result<()> {
        ctrlc::set_handler(|| {
            if let Some(group) = Pid::from_raw(GROUP.load(Ordering::SeqCst)) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            // The status of a program that SIGINT ends.
            exit(130);
        })
        .context("cannot listen to signals")
    }
}
