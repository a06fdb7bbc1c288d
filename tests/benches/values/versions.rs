//! Versions by Semantic Versioning 2.0.0. Our data has a list of identifiers, `semver` one text.

use super::Operation;
use super::samples::version;
use super::texts;
use gallery::semver::Version;
use gallery::semver::values::Version as Data;

pub(crate) fn operations(count: usize) -> Vec<Operation<'static>> {
    vec![read(count), write(count)]
}

fn read(count: usize) -> Operation<'static> {
    let [ours, theirs] = [(); 2].map(|()| texts(count, 2, version));
    Operation::new("read versions", count)
        .ours("generated", move |take| {
            for text in &ours {
                let data = Data::parse(text).unwrap();
                take(&bytes([data.major, data.minor, data.patch]));
            }
        })
        .same("semver", move |take| {
            for text in &theirs {
                let data = semver::Version::parse(text).unwrap();
                take(&bytes([data.major, data.minor, data.patch]));
            }
        })
}

fn bytes([major, minor, patch]: [u64; 3]) -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&major.to_le_bytes());
    bytes[8..16].copy_from_slice(&minor.to_le_bytes());
    bytes[16..].copy_from_slice(&patch.to_le_bytes());
    bytes
}

fn write(count: usize) -> Operation<'static> {
    let all: &[String] = texts(count, 2, version).leak();
    let data = || -> Vec<Data<'static>> {
        all.iter().map(|it| Version::parse(it).unwrap().to_value()).collect()
    };
    let (ours, plain) = (data(), data());
    let theirs: Vec<_> = all.iter().map(|it| semver::Version::parse(it).unwrap()).collect();
    Operation::new("write versions", count)
        .ours("generated", move |take| {
            ours.iter().for_each(|it| take(it.to_text().unwrap().as_str().as_bytes()));
        })
        .same("format!", move |take| {
            plain.iter().for_each(|it| take(formatted(it).as_bytes()));
        })
        .same("semver", move |take| {
            theirs.iter().for_each(|it| take(it.to_string().as_bytes()));
        })
}

fn formatted(Data { major, minor, patch, pre_release, build }: &Data<'_>) -> String {
    let mut text = format!("{major}.{minor}.{patch}");
    if let Some(it) = pre_release {
        text += "-";
        text += &it.identifiers.join(".");
    }
    if let Some(it) = build {
        text += "+";
        text += &it.words.join(".");
    }
    text
}
