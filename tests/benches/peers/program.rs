//! Contestants in C: programs that re2c and Ragel generate from an expression, if these tools and a C
//! compiler are installed. A program reads the texts of a corpus once, and then runs passes on request, so that
//! its passes alternate with those of the functions in this process.

mod generator;

use crate::contestant::{Checks, Contestant};
use crate::corpora::Corpus;
use crate::expression::Expression;
use anyhow::Context as _;
pub(crate) use generator::Generator;
use std::cell::RefCell;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use tempfile::TempDir;

/// A compiled program, in a folder that is removed with it.
pub(crate) struct Program {
    folder: TempDir,
}

/// Returns a contestant for each generator that is installed.
pub(crate) fn contestants(
    language: &Expression,
    checks: Checks,
    target_cpu: &str,
) -> anyhow::Result<Vec<Contestant>> {
    let generators = Generator::ALL.into_iter().filter(|it| it.is_installed());
    let contestants = generators.map(|it| {
        let program = Program::new(it, language, target_cpu).with_context(|| it.name())?;
        Ok(Contestant { program: Some(Rc::new(program)), ..Contestant::new(it.name(), checks) })
    });
    contestants.collect()
}

impl Program {
    fn new(generator: Generator, language: &Expression, target_cpu: &str) -> anyhow::Result<Self> {
        let folder = TempDir::new()?;
        let (input, output) = (folder.path().join("input"), folder.path().join("matches.c"));
        fs::write(&input, generator.source(language)?)?;
        run(Command::new(generator.command()).args(generator.flags()).arg(&output).arg(&input))?;
        let mut code = fs::read_to_string(&output)?;
        code += include_str!("program/driver.c");
        fs::write(&output, code)?;
        let mut compiler = Command::new("cc");
        // Generators declare variables and labels that a language may not need.
        compiler.args(["-std=gnu11", "-O3", "-w", "-o"]);
        compiler.arg(folder.path().join("program")).arg(&output);
        if target_cpu != "baseline" {
            compiler.arg(format!("-march={target_cpu}"));
        }
        run(&mut compiler)?;
        Ok(Self { folder })
    }

    /// Starts the program on the texts of a corpus.
    pub(crate) fn start(&self, corpus: &Corpus) -> anyhow::Result<Process> {
        let texts = self.folder.path().join("texts");
        write_texts(&texts, corpus)?;
        let mut command = Command::new(self.folder.path().join("program"));
        command.arg(texts).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("cannot run the program")?;
        let input = child.stdin.take().context("it has an input")?;
        let output = BufReader::new(child.stdout.take().context("it has an output")?);
        let process = Process { child, pipes: RefCell::new((input, output)) };
        // The program has read the file once it answers.
        process.pass()?;
        Ok(process)
    }
}

/// Numbers are in the byte order of the machine.
fn write_texts(path: &Path, corpus: &Corpus) -> anyhow::Result<()> {
    let (count, bytes) = (corpus.len() as u64, (corpus.bytes() + corpus.len()) as u64);
    let mut file = Vec::new();
    file.extend([count, bytes].into_iter().flat_map(u64::to_ne_bytes));
    file.extend(corpus.texts().flat_map(|text| (text.len() as u64).to_ne_bytes()));
    for text in corpus.texts() {
        file.extend_from_slice(text.as_bytes());
        file.push(0);
    }
    fs::write(path, file).context("cannot write the texts")
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{command:?} fails:\n{message}");
    Ok(())
}

/// A running program, which ends when this value is dropped.
pub(crate) struct Process {
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Process {
    /// Returns whether each text is accepted.
    pub(crate) fn verdicts(&self, count: usize) -> anyhow::Result<Vec<bool>> {
        let verdicts: Vec<bool> = self.ask(b'v')?.bytes().map(|digit| digit == b'1').collect();
        anyhow::ensure!(verdicts.len() == count, "{} verdicts", verdicts.len());
        Ok(verdicts)
    }

    /// Returns the nanoseconds that one pass takes.
    pub(crate) fn pass(&self) -> anyhow::Result<u64> {
        Ok(self.ask(b'p')?.parse()?)
    }

    fn ask(&self, command: u8) -> anyhow::Result<String> {
        let (input, output) = &mut *self.pipes.borrow_mut();
        input.write_all(&[command]).and_then(|()| input.flush()).context("it has ended")?;
        let mut line = String::new();
        output.read_line(&mut line)?;
        anyhow::ensure!(line.ends_with('\n'), "it has ended");
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has no more to do; it is gone already if these fail.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
