//! Process groups, so that what a command starts ends with it.

use std::io;
use std::process::{Child, Command};

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

/// Starts a command in a group of its own. The group is killed if this program is interrupted.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    return interrupted::start(command);
    #[cfg(not(unix))]
    command.spawn()
}

/// Kills the group of the running command when this program is interrupted or terminated.
pub(super) fn kill_all_if_interrupted() -> anyhow::Result<()> {
    #[cfg(unix)]
    interrupted::listen()?;
    Ok(())
}

#[cfg(unix)]
mod interrupted {
    use anyhow::Context as _;
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, exit};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The one group at a time.
    static GROUP: Mutex<Option<Pid>> = Mutex::new(None);

    fn group() -> MutexGuard<'static, Option<Pid>> {
        GROUP.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        // An interruption waits until the group is known.
        let mut group = group();
        let child = command.process_group(0).spawn()?;
        *group = Some(Pid::from_child(&child));
        Ok(child)
    }

    pub(super) fn forget(child: &Child) {
        group().take_if(|group| *group == Pid::from_child(child));
    }

    pub(super) fn listen() -> anyhow::Result<()> {
        ctrlc::set_handler(|| {
            // Locked until the end, so that no other command is started.
            let group = group();
            if let Some(group) = *group {
                let _ = kill_process_group(group, Signal::KILL);
            }
            // The status of a program that SIGINT ends.
            exit(130);
        })
        .context("cannot listen to signals")
    }
}
