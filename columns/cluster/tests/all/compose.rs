//! The files for containers, as texts: commands and options exist, and what they name fits together.

use abnf_cluster::settings::Settings;
use saphyr::{LoadableYamlNode as _, Yaml};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

fn text(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Returns the texts of a list.
fn list<'a>(value: &'a Yaml<'_>) -> Vec<&'a str> {
    value.as_sequence().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

fn read(arguments: &[&str]) -> String {
    let arguments = [&["abnf-cluster"], arguments].concat();
    let settings = Settings::read(arguments.iter().map(OsString::from));
    format!("{:?}", settings.unwrap_or_else(|error| panic!("{arguments:?}: {error}")))
}

#[test]
fn services_are_commands_that_exist() {
    let text = text("compose.yaml");
    let documents = Yaml::load_from_str(&text).unwrap();
    let services = &documents[0]["services"];
    let names = services.as_mapping().unwrap().keys().map(|name| name.as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["scheduler", "executor", "sql"]);

    let scheduler = read(&list(&services["scheduler"]["command"]));
    assert!(scheduler.contains("bind: 0.0.0.0:50050"), "{scheduler}");
    assert!(scheduler.contains(r#"external_host: "scheduler""#), "{scheduler}");
    // Not reachable from other machines.
    assert_eq!(list(&services["scheduler"]["ports"]), ["127.0.0.1:50050:50050"]);
    assert!(services["executor"].as_mapping_get("ports").is_none());

    let executor = read(&list(&services["executor"]["command"]));
    assert!(executor.contains(r#"scheduler: "scheduler:50050""#), "{executor}");
    assert!(executor.contains("health_port: 50053"), "{executor}");
    assert!(list(&services["executor"]["healthcheck"]["test"])[3].ends_with("/50053"));
    assert_eq!(services["executor"]["deploy"]["replicas"].as_integer(), Some(2));
    let needs = &services["executor"]["depends_on"]["scheduler"]["condition"];
    assert_eq!(needs.as_str(), Some("service_healthy"));

    let mut sql = list(&services["sql"]["entrypoint"]);
    assert_eq!(sql.remove(0), "abnf-cluster");
    sql.extend(["--table", "urls=/data/urls.csv", "SELECT 1"]);
    assert!(read(&sql).contains(r#"scheduler: "scheduler:50050""#));
}

#[test]
fn the_image_contains_the_program() {
    let dockerfile = text("Dockerfile");
    assert!(dockerfile.contains("--manifest-path columns/Cargo.toml --package abnf-cluster"));
    assert!(dockerfile.contains("/src/columns/target/release/abnf-cluster "));
    assert!(dockerfile.contains("ENTRYPOINT [\"abnf-cluster\"]"));
    // The folder of `--work-dir` belongs to the user that the program runs as.
    assert!(dockerfile.contains("install --directory --owner abnf /results"));
    assert!(dockerfile.contains("\nUSER abnf\n"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let compose = text("compose.yaml");
    let documents = Yaml::load_from_str(&compose).unwrap();
    let build = &documents[0]["x-service"]["build"];
    assert_eq!(build["context"].as_str(), Some("../.."));
    assert!(root.join(build["dockerfile"].as_str().unwrap()).is_file());
    // The compiler is that of the project.
    let toolchain = fs::read_to_string(root.join("rust-toolchain.toml")).unwrap();
    let version = toolchain.split('"').nth(1).unwrap();
    let minor = version.rsplitn(2, '.').last().unwrap();
    assert!(dockerfile.contains(&format!("FROM rust:{minor}-")), "{version}");
}
