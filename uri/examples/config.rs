//! Reads the configuration of a server from TOML on standard input: `config < server.toml`.
//!
//! The fields have precise types, so that an error is found when the file is read,
//! with its position in the file, and not when a request arrives.

use serde::Deserialize;
use std::io::{self, Read as _};
use std::process::ExitCode;
use uri::rfc3986::{AbsoluteUriBuf, HostBuf, PortBuf, UriReferenceBuf};

#[derive(Deserialize)]
struct Config {
    /// The server to which requests are forwarded.
    upstream: AbsoluteUriBuf,
    /// The page to show if nothing works; relative to `upstream`, or anywhere else.
    error_page: UriReferenceBuf,
    #[serde(default = "default_port")]
    port: PortBuf,
    /// The hosts that may send requests.
    #[serde(default)]
    clients: Vec<HostBuf>,
}

fn default_port() -> PortBuf {
    PortBuf::from(8080)
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let config: Config = match toml::from_str(&text) {
        Ok(config) => config,
        Err(error) => {
            print!("{error}");
            return Ok(ExitCode::FAILURE);
        }
    };

    println!("listen on {}", config.port.to_u16()?);
    println!("send requests to {}", config.upstream);
    println!("show errors with {}", config.upstream.resolve(&config.error_page));
    for client in &config.clients {
        println!("allow {client}");
    }
    Ok(ExitCode::SUCCESS)
}
