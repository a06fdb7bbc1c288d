//! The examples do what they say.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs an example; gives its exit status and what it prints.
#[track_caller]
fn run(example: &str, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    // With the features of the workspace, so that nothing is built twice.
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--workspace", "--example", example])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .unwrap();
    assert!(built.success());
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).expect("target/PROFILE/deps/all-HASH");
    let mut child = Command::new(folder.join("examples").join(example))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_list_is_validated() {
    assert_eq!(
        run("validate", &[], "http://a/\n../b?c#d\n"),
        (Some(0), "2 lines, 0 of them no reference\n".to_owned())
    );
    let (status, printed) = run("validate", &[], "http://a/\n/a b\n/%zz\n");
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("line 2: invalid path at byte 2: expected "), "{printed}");
    assert_eq!(lines[1], "line 3: invalid path at byte 2: expected a hexadecimal digit, found `z`");
    assert_eq!(lines[2], "3 lines, 2 of them no reference");
}

#[test]
fn a_list_of_hosts_is_not_fooled() {
    let urls = "http://good.org/x\nHTTPS://GOOD.org.:8080\nhttp://good.org@evil.org/\n\
                http://evil.org/good.org\nhttp://good.org.evil.org/\nhttp://good.org%2F@evil.org\n\
                http://good_org/\n//good.org/\nmailto:x@good.org\nftp://good.org/\n\
                http://evil.org\\@good.org/\nhttp://evil.org#@good.org/\n";
    let (status, printed) = run("allow", &["good.org"], urls);
    assert_eq!(status, Some(0));
    let allowed: Vec<&str> =
        printed.lines().filter_map(|line| line.strip_prefix("allowed ")).collect();
    assert_eq!(allowed, ["http://good.org/x", "HTTPS://GOOD.org.:8080"]);
    assert_eq!(run("allow", &["no_host"], "").0, Some(1));
}

#[test]
fn a_log_is_split() {
    let (_, printed) = run("log", &[], "http://h:80/a/b?x=1%202&y&z=\nmailto:a@b\n?x\n");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["h\t80\t/a/b\tx=1 2\ty\tz=", "-\t-\ta@b"]);
    assert!(lines[2].starts_with("invalid scheme at byte 0: expected a letter"), "{printed}");
}

#[test]
fn the_links_of_a_page_are_resolved() {
    let page = "<a href=\"../g\"><a href=\"?page=2\"><img src=\"//h/i.png\"><a href=\"#top\"><a href=\"a b\">";
    let (status, printed) = run("links", &["http://a/b/c/d;p?q"], page);
    assert_eq!(status, Some(0));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "../g -> http://a/b/g",
            "?page=2 -> http://a/b/c/?page=2",
            "//h/i.png -> http://h/i.png",
            "#top -> #top"
        ]
    );
    assert!(lines[4].starts_with("a b: invalid reference at byte 1: expected "), "{printed}");
    assert_eq!(run("links", &["/relative"], page).0, Some(1));
}
