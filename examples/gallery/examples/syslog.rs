//! Prints messages of syslog (RFC 5424) as JSON, one object a line. For example, with a file `log`:
//! `cargo run --package gallery --features alloc,serde --example syslog < log | jq .hostname`.

use gallery::rfc5424::values::SyslogMessage;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut status = ExitCode::SUCCESS;
    for (line, number) in io::stdin().lines().zip(1..) {
        match json(&line?) {
            Ok(json) => writeln!(io::stdout(), "{json}")?,
            Err(error) => {
                eprintln!("line {number}: {error}");
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}

/// Returns a message as JSON.
fn json(line: &str) -> Result<String, Box<dyn Error>> {
    Ok(serde_json::to_string(&SyslogMessage::parse(line)?)?)
}

#[test]
fn lines_are_objects() {
    let found = json(r#"<13>1 2024-02-29T23:59:59Z h - - - [a b="\]"] text"#).unwrap();
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["timestamp"]["full_date"]["day"], 29);
    assert_eq!(found["elements"][0]["sd_params"][0]["value"], "]");
    json("<200>1 - - - - - -").unwrap_err();
}
