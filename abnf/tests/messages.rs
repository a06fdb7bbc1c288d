//! Programs that take apart messages of well-known formats, with crates of the bundled grammars, as
//! implementers write them.

use crate::emitted::{Package, Room};
use abnfc::back::scaffold;
use abnfc::spec_file;
use abnfc::text::bundled;
use abnfc::{Module, compile_modules};
use std::thread;

/// The name of each crate, its spec file and its program.
const PROGRAMS: [(&str, &str, &str); 7] = [
    ("icalendar", include_str!("messages/icalendar.toml"), include_str!("messages/icalendar.rs")),
    ("imap", include_str!("messages/imap.toml"), include_str!("messages/imap.rs")),
    ("sdp", include_str!("messages/sdp.toml"), include_str!("messages/sdp.rs")),
    ("sieve", include_str!("messages/sieve.toml"), include_str!("messages/sieve.rs")),
    ("sip", include_str!("messages/sip.toml"), include_str!("messages/sip.rs")),
    ("vcard", include_str!("messages/vcard.toml"), include_str!("messages/vcard.rs")),
    ("yang", include_str!("messages/yang.toml"), include_str!("messages/yang.rs")),
];

/// The parts of messages are found, and errors are reported where they are.
#[test]
#[ignore = "builds seven crates of large grammars, which takes half a minute; part of CI"]
fn message_crates_work() {
    let packages: Vec<Package> = thread::scope(|scope| {
        let made =
            PROGRAMS.map(|(name, spec, program)| scope.spawn(move || package(name, spec, program)));
        made.into_iter().map(|it| it.join().expect("the grammar compiles")).collect()
    });
    let room = Room::new(&packages);
    room.succeed(&["test", "--quiet", "--workspace", "--features", "alloc", "--test", "facts"], "");
}

/// What the compiler writes for large grammars by default has no warnings, whichever features are on.
#[test]
#[ignore = "checks four crates of large grammars, which takes a minute; part of CI"]
fn default_crates_work() {
    let packages: Vec<Package> = thread::scope(|scope| {
        let made = [
            ("calendar", "rfc5545"),
            ("session", "rfc3261"),
            ("mail", "rfc9051"),
            ("model", "rfc7950"),
        ]
        .map(|(name, grammar)| {
            scope.spawn(move || package(name, &format!("grammar = \"{grammar}\"\n"), ""))
        });
        made.into_iter().map(|it| it.join().expect("the grammar compiles")).collect()
    });
    let room = Room::new(&packages);
    for features in [&["--no-default-features"][..], &["--all-features"]] {
        let clippy = ["clippy", "--quiet", "--workspace", "--lib"];
        room.succeed(&[&clippy[..], features, &["--", "-Dwarnings"]].concat(), "");
    }
}

/// Makes the crate of a bundled grammar, with the limits that users have.
fn package(name: &'static str, spec: &str, program: &str) -> Package {
    let file = spec_file::read("spec.toml", spec.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
    let grammar = &file.grammars[0];
    let bundled = bundled::find(&grammar.file).expect("the grammar is bundled");
    let spec = file.spec(grammar, bundled.imports(), &scaffold::crate_name(name));
    let module = Module { module: "", name, bytes: bundled.text.as_bytes(), spec: &spec };
    let output = compile_modules(&[module]).unwrap_or_else(|errors| panic!("{errors}"));
    let krate = scaffold::Crate {
        name,
        title: &spec.title,
        package: &abnfc::spec::Package::default(),
        features: &output.cargo_features,
    };
    let mut files = scaffold::scaffold(&krate, &output.files, output.example.as_deref());
    files.insert("tests/facts.rs".to_owned(), program.to_owned());
    Package { name, files }
}
