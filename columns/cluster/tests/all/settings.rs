//! Settings: arguments win over variables, and variables over the file.

use crate::process::program;
use abnf_cluster::settings::Settings;
use std::ffi::OsString;
use std::fs;
use tempfile::TempDir;

fn file(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cluster.toml");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn read(arguments: &[&str]) -> Result<String, String> {
    let arguments = [&["abnf-cluster"], arguments].concat();
    let settings = Settings::read(arguments.into_iter().map(OsString::from));
    settings.map(|it| format!("{it:?}")).map_err(|error| error.to_string())
}

/// The address of the scheduler that a query looks for, by the message that there is none.
fn address(variable: Option<&str>, arguments: &[&str]) -> String {
    let mut command = program();
    command.arg("sql").args(arguments).arg("SELECT 1 + 1");
    if let Some(variable) = variable {
        command.env("ABNF_SQL_SCHEDULER", variable);
    }
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let address = message.strip_prefix("abnf-cluster: no scheduler at 127.0.0.1:").expect(&message);
    address.split(':').next().unwrap().to_owned()
}

#[test]
fn which_setting_wins() {
    let (_folder, path) = file("[sql]\nscheduler = \"127.0.0.1:1\"\n");
    let config = ["--config", &path];
    assert_eq!(address(None, &config), "1");
    assert_eq!(address(Some("127.0.0.1:2"), &config), "2");
    let argument = [&config[..], &["--scheduler", "127.0.0.1:3"]].concat();
    assert_eq!(address(Some("127.0.0.1:2"), &argument), "3");
    assert_eq!(address(Some("127.0.0.1:2"), &[]), "2");
}

#[test]
fn values_of_the_file() {
    let (_folder, path) = file(
        "[scheduler]\nexecutor-timeout = 7\nrest-api = false\npolicy = \"push\"\n\
         [executor]\nmemory = 12\n[sql]\nset = [\"a=b\", \"c=d\"]\ntable = \"t=u\"\n",
    );
    // Before the command as well as after it.
    let settings = read(&["--config", &path, "scheduler"]).unwrap();
    for expected in ["executor_timeout: 7,", "rest_api: false", "policy: Push"] {
        assert!(settings.contains(expected), "{settings}");
    }
    assert!(read(&["executor", "--config", &path]).unwrap().contains("memory: Some(12)"));
    let settings = read(&["sql", "SELECT 1", "--config", &path]).unwrap();
    assert!(settings.contains(r#"set: ["a=b", "c=d"]"#), "{settings}");
    let settings = read(&["sql", "SELECT 1", "--config", &path, "--set", "e=f"]).unwrap();
    assert!(settings.contains(r#"set: ["e=f"]"#), "{settings}");
    assert!(settings.contains(r#"name: "t", location: "u""#), "{settings}");
}

#[test]
fn what_is_built_in() {
    let scheduler = read(&["scheduler"]).unwrap();
    assert!(scheduler.contains("bind: 127.0.0.1:50050"), "{scheduler}");
    assert!(scheduler.contains("policy: Pull"), "{scheduler}");
    let executor = read(&["executor"]).unwrap();
    assert!(executor.contains("bind: 127.0.0.1,"), "{executor}");
    assert!(executor.contains("policy: Pull"), "{executor}");
    let sql = read(&["sql", "SELECT 1"]).unwrap();
    assert!(sql.contains("deadline: 600, resubmissions: 3"), "{sql}");
    assert!(sql.contains("adaptive: false"), "{sql}");
}

#[test]
fn wrong_files() {
    for (text, expected) in [
        ("[scheduler]\nbindd = \"a\"\n", "`scheduler` has no setting `bindd`"),
        ("[scheduler]\nconfig = \"a\"\n", "`scheduler` has no setting `config`"),
        ("[sql]\nquery = \"SELECT 1\"\n", "`sql` has no setting `query`"),
        ("[schedule]\n", "there is no command `schedule`"),
        ("bind = \"a\"\n", "`bind` is not in a table"),
        ("[scheduler]\nbind = {}\n", "`scheduler.bind` is of a wrong type"),
        ("[scheduler]\nbind = \"a\"\n", "invalid value 'a' for '--bind <BIND>'"),
        ("[scheduler]\nexecutor-timeout = -1\n", "invalid value '-1' for '--executor-timeout"),
        ("[scheduler", "cluster.toml: "),
    ] {
        let (_folder, path) = file(text);
        let error = read(&["scheduler", "--config", &path]).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = read(&["scheduler", "--config", "/nowhere.toml"]).unwrap_err();
    assert!(error.contains("/nowhere.toml: No such file or directory"), "{error}");
}

#[test]
fn wrong_arguments() {
    for (arguments, expected) in [
        (&["sql"][..], "required arguments were not provided"),
        (&["sql", "--table", "t", "SELECT 1"], "invalid value 't' for '--table <NAME=PATH>'"),
        (&["sql", "--deadline", "0", "SELECT 1"], "invalid value '0' for '--deadline"),
        (&["executor", "--policy", "hope"], "invalid value 'hope' for '--policy"),
        (&[], "Usage: abnf-cluster"),
    ] {
        let error = read(arguments).unwrap_err();
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
