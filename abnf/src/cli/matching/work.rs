//! A piece of a file in the hands of a thread. Pieces are begun in the order of the file and
//! ended in the same order, while others are at work.

use super::pieces::Piece;
use super::question::{Answers, Question};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// A piece at work.
pub(super) enum Work<'scope> {
    /// This many bytes of whole lines.
    Thread(usize, ScopedJoinHandle<'scope, Answers>),
    /// There is nothing to do any more, or it cannot be done.
    Done(anyhow::Result<Done>),
}

/// What becomes of a piece.
pub(super) enum Done {
    Answers(Answers),
    /// See [`Piece::Stretch`].
    Stretch {
        line: u64,
        bytes: Vec<u8>,
        is_last: bool,
    },
}

impl<'scope> Work<'scope> {
    /// Begins to answer whole lines; what else there is waits for its turn.
    pub(super) fn begin<'env>(
        scope: &'scope Scope<'scope, 'env>,
        question: &'env Question,
        file: &'env str,
        piece: anyhow::Result<Piece>,
    ) -> Self {
        let (first, bytes) = match piece {
            Ok(Piece::Lines { first, bytes }) => (first, Arc::new(bytes)),
            Ok(Piece::Stretch { line, bytes, is_last }) => {
                return Self::Done(Ok(Done::Stretch { line, bytes, is_last }));
            }
            Err(error) => return Self::Done(Err(error)),
        };
        let shared = Arc::clone(&bytes);
        let answer = move || question.lines(file, first, &shared);
        match Builder::new().spawn_scoped(scope, answer) {
            Ok(thread) => Self::Thread(bytes.len(), thread),
            // There are no more threads.
            Err(_) => Self::Done(Ok(Done::Answers(question.lines(file, first, &bytes)))),
        }
    }

    /// How many bytes are kept for it.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Thread(size, _) => *size,
            Self::Done(Ok(Done::Stretch { bytes, .. })) => bytes.len(),
            Self::Done(_) => 0,
        }
    }

    /// Waits for the end of it.
    pub(super) fn end(self) -> anyhow::Result<Done> {
        match self {
            Self::Thread(_, thread) => match thread.join() {
                Ok(answers) => Ok(Done::Answers(answers)),
                Err(panic) => resume_unwind(panic),
            },
            Self::Done(done) => done,
        }
    }
}
