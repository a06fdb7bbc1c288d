//! The input of generators: expressions in their notations.

use crate::expression::Expression;
use anyhow::bail;
use regex_syntax::hir::{Class, Hir, HirKind};
use regex_syntax::utf8::Utf8Sequences;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// A generator of recognisers in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generator {
    Re2c,
    Ragel,
}

impl Generator {
    /// All generators.
    pub(crate) const ALL: [Self; 2] = [Self::Re2c, Self::Ragel];

    /// The name in tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Re2c => "re2c",
            Self::Ragel => "Ragel",
        }
    }

    /// The program's name.
    pub(super) const fn command(self) -> &'static str {
        match self {
            Self::Re2c => "re2c",
            Self::Ragel => "ragel",
        }
    }

    /// The arguments before the output and the input.
    pub(super) const fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Re2c => &["--no-debug-info", "-o"],
            // The fastest code: states are labels.
            Self::Ragel => &["-C", "-G2", "-L", "-o"],
        }
    }

    /// Returns whether the generator and a C compiler can be run.
    pub(crate) fn is_installed(self) -> bool {
        let runs = |name: &str| {
            let mut command = Command::new(name);
            command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        runs(self.command()) && runs("cc")
    }

    /// Returns a function `matches` that returns whether the whole text is of the language.
    pub(super) fn source(self, language: &Expression) -> anyhow::Result<String> {
        let mut expression = String::new();
        self.write(&language.hir, &mut expression)?;
        let head = "#include <stddef.h>\n\
            static int matches(const unsigned char *text, size_t length) {\n";
        let empty = i32::from(language.is_accepted(""));
        Ok(match self {
            // A zero byte follows the text; `re2c:eof` compares the offset with the length only there.
            Self::Re2c => format!(
                "{head}const unsigned char *cursor = text, *limit = text + length, *marker;\n\
                 if (!length) return {empty};\n\
                 /*!re2c\n\
                 re2c:define:YYCTYPE = \"unsigned char\";\n\
                 re2c:define:YYCURSOR = cursor;\n\
                 re2c:define:YYLIMIT = limit;\n\
                 re2c:define:YYMARKER = marker;\n\
                 re2c:yyfill:enable = 0;\n\
                 re2c:eof = 0;\n\
                 {expression} {{ return cursor == limit; }}\n\
                 * {{ return 0; }}\n\
                 $ {{ return 0; }}\n\
                 */\n}}\n"
            ),
            Self::Ragel => format!(
                "%%{{\nmachine language;\nalphtype unsigned char;\nmain := {expression};\n\
                 write data;\n}}%%\n\
                 {head}const unsigned char *p = text, *pe = text + length;\nint cs;\n\
                 %% write init;\n%% write exec;\nreturn language_first_final <= cs;\n}}\n"
            ),
        })
    }

    fn write(self, hir: &Hir, out: &mut String) -> anyhow::Result<()> {
        match hir.kind() {
            HirKind::Empty => out.push_str("\"\""),
            HirKind::Literal(literal) => {
                self.concat(literal.0.iter(), out, |&byte, out| self.set(&[(byte, byte)], out))?;
            }
            HirKind::Class(Class::Bytes(class)) => {
                let ranges: Vec<_> = class.iter().map(|it| (it.start(), it.end())).collect();
                self.set(&ranges, out)?;
            }
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.iter().map(|it| (it.start(), it.end()));
                let sequences: Vec<_> =
                    ranges.flat_map(|(first, last)| Utf8Sequences::new(first, last)).collect();
                alternatives(&sequences, out, |sequence, out| {
                    self.concat(sequence.into_iter(), out, |it, out| {
                        self.set(&[(it.start, it.end)], out)
                    })
                })?;
            }
            HirKind::Repetition(repetition) => {
                group(out, |out| self.write(&repetition.sub, out))?;
                match (repetition.min, repetition.max) {
                    (0, None) => out.push('*'),
                    (1, None) => out.push('+'),
                    (0, Some(1)) => out.push('?'),
                    (least, None) => write!(out, "{{{least},}}")?,
                    (least, Some(most)) => write!(out, "{{{least},{most}}}")?,
                }
            }
            HirKind::Capture(capture) => self.write(&capture.sub, out)?,
            HirKind::Concat(items) => {
                self.concat(items.iter(), out, |it, out| self.write(it, out))?;
            }
            HirKind::Alternation(items) => {
                alternatives(items, out, |it, out| self.write(it, out))?;
            }
            HirKind::Look(_) => bail!("an assertion"),
        }
        Ok(())
    }

    /// Writes items one after the other, in parentheses.
    fn concat<T>(
        self,
        items: impl Iterator<Item = T>,
        out: &mut String,
        write: impl Fn(T, &mut String) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let between = match self {
            Self::Re2c => " ",
            Self::Ragel => " . ",
        };
        group(out, |out| separated(items, between, out, write))
    }

    /// Writes a set of bytes.
    fn set(self, ranges: &[(u8, u8)], out: &mut String) -> anyhow::Result<()> {
        match self {
            Self::Re2c => {
                out.push('[');
                for (first, last) in ranges {
                    write!(out, "\\x{first:02x}-\\x{last:02x}")?;
                }
                out.push(']');
                Ok(())
            }
            Self::Ragel => alternatives(ranges, out, |(first, last), out| {
                Ok(write!(out, "0x{first:02x}..0x{last:02x}")?)
            }),
        }
    }
}

fn alternatives<'a, T>(
    items: &'a [T],
    out: &mut String,
    write: impl Fn(&'a T, &mut String) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    group(out, |out| separated(items.iter(), " | ", out, write))
}

fn separated<T>(
    items: impl Iterator<Item = T>,
    between: &str,
    out: &mut String,
    write: impl Fn(T, &mut String) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (i, item) in items.enumerate() {
        if 0 < i {
            out.push_str(between);
        }
        write(item, out)?;
    }
    Ok(())
}

fn group(
    out: &mut String,
    write: impl FnOnce(&mut String) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    out.push('(');
    write(out)?;
    out.push(')');
    Ok(())
}
