//! The example programs work as documented.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs an example, and returns its exit status and output.
#[track_caller]
fn run(example: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> (Option<i32>, String) {
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
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    let output = std::thread::scope(|scope| {
        // A program may write before it has read everything, and one that refuses its
        // arguments does not read.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_list_is_validated() {
    assert_eq!(
        run("validate", &[], "http://a/\n../b?c#d\n"),
        (Some(0), "2 lines, 0 of them not references\n".to_owned())
    );
    let (status, printed) = run("validate", &[], "http://a/\n/a b\n/%zz\n");
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("line 2: invalid path at byte 2: expected "), "{printed}");
    assert_eq!(lines[1], "line 3: invalid path at byte 2: expected a hexadecimal digit, found `z`");
    assert_eq!(lines[2], "3 lines, 2 of them not references");

    // Lines that are not text, and those of Windows.
    let (status, printed) = run("validate", &[], b"/a\r\n/b\xFF\n/c");
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("line 2: invalid path at byte 2: expected "), "{printed}");
    assert_eq!(lines[1], "3 lines, 1 of them not references");
}

#[test]
fn a_list_of_hosts_is_not_fooled() {
    let requests = [
        ("GET http://good.org/x", "OK"),
        ("POST HTTPS://GOOD.org:0443", "OK"),
        ("GET http://good.org:?x", "OK"),
        ("GET http://[::1]/", "OK"),
        ("CONNECT Good.org:443", "OK"),
        ("CONNECT good.org", "ERR"),
        ("CONNECT good.org:", "ERR"),
        ("CONNECT good.org:25", "ERR"),
        ("CONNECT me@good.org:443", "ERR"),
        ("GET http://good.org:8080/", "ERR"),
        ("GET http://good.org:443/", "ERR"),
        ("GET http://good.org:65616/", "ERR"),
        ("GET http://good.org./", "ERR"),
        ("GET http://%67ood.org/", "ERR"),
        ("GET http://me:secret@good.org/", "ERR"),
        ("GET http:///good.org", "ERR"),
        ("GET http://good.org@evil.org/", "ERR"),
        ("GET http://evil.org/good.org", "ERR"),
        ("GET http://good.org.evil.org/", "ERR"),
        ("GET http://good.org%2F@evil.org", "ERR"),
        ("GET http://good_org/", "ERR"),
        ("GET //good.org/", "ERR"),
        ("GET mailto:x@good.org", "ERR"),
        ("GET ftp://good.org/", "ERR"),
        ("GET http://evil.org\\@good.org/", "ERR"),
        ("GET http://evil.org#@good.org/", "ERR"),
        ("CONNECT good.org@evil.org:443", "ERR"),
        ("CONNECT good.org:443/", "ERR"),
        ("CONNECT http://good.org/", "ERR"),
        ("http://good.org/", "ERR"),
        ("", "ERR"),
    ];
    let lines = requests.map(|(request, _)| request).join("\n") + "\n";
    let (status, printed) = run("allow", &["other.org", "good.org", "[::1]"], &lines);
    assert_eq!(status, Some(0));
    let answers: Vec<&str> = printed.lines().collect();
    assert_eq!(answers, requests.map(|(_, answer)| answer));
    assert_eq!(run("allow", &["no host"], "").0, Some(1));

    // A request that is not text is refused, and the next one is answered.
    let requests = b"GET http://h/\xFF\n\xFF\nGET http://h/\r\nCONNECT h:443";
    assert_eq!(run("allow", &["h"], requests), (Some(0), "ERR\nERR\nOK\nOK\n".to_owned()));
}

#[test]
fn a_configuration_is_read() {
    let text = "upstream = \"http://h/a/\"\nerror_page = \"../e\"\nclients = [\"b.org\"]\n";
    let read =
        "listen on 8080\nsend requests to http://h/a/\nshow errors with http://h/e\nallow b.org\n";
    assert_eq!(run("config", &[], text), (Some(0), read.to_owned()));
    let (status, printed) = run("config", &[], text.replace("b.org", "b|org"));
    assert_eq!(status, Some(1));
    assert!(printed.contains("line 3, column 12"), "{printed}");
    assert!(printed.contains("at byte 1 of \"b|org\": `|` is not allowed here"), "{printed}");
}

#[test]
fn a_log_is_split() {
    let (_, printed) = run("log", &[], "http://h:80/a/b?x=1%202&y&z=\nmailto:a@b\n?x\n");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["h\t80\t/a/b\tx=1 2\ty\tz=", "-\t-\ta@b"]);
    assert!(lines[2].starts_with("invalid scheme at byte 0: expected a letter"), "{printed}");

    // Untrusted text never begins a column or a row.
    let (_, printed) = run("log", &[], "http://h?a%0Ab%09=c%5C%C2%85\n");
    assert_eq!(printed, "h\t-\t\ta\\nb\\t=c\\\\\\u{85}\n");

    // More than a chunk, lines across chunks, a line that is longer, and no line feed at the end.
    let long = format!("http://h/{}", "a".repeat(3 << 20));
    let log = "http://h/b\n".repeat(200_000) + &long;
    let table = "h\t-\t/b\n".repeat(200_000) + "h\t-\t" + &long["http://h".len()..] + "\n";
    assert!(run("log", &[], &log).1 == table);
}

#[test]
fn the_links_of_a_page_are_resolved() {
    let page = "<h1><a href=\"../g\"><a href=\"?page=2\"><img src=\"//h/i.png\">\
                <a href=\"#top\"><h2 id=\"\u{E4} b\"><a href=\"#%C3%A4%20b\"><a href=\"#\">";
    let (status, printed) = run("links", &["http://a/b/c/d;p?q"], page);
    assert_eq!(status, Some(0), "{printed}");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines,
        [
            "../g -> http://a/b/g",
            "?page=2 -> http://a/b/c/d;p?page=2",
            "#top -> http://a/b/c/d;p?q#top",
            "#%C3%A4%20b -> http://a/b/c/d;p?q#%C3%A4%20b",
            "# -> http://a/b/c/d;p?q#",
            "//h/i.png -> http://h/i.png",
        ]
    );
    let page = "<a href=\"a b/\u{E4}\"><a href=\"#end\"><a href=\"//h:x/\">";
    let (status, printed) = run("links", &["http://a/"], page);
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "a b/\u{E4} -> http://a/a%20b/%C3%A4");
    assert_eq!(lines[1], "#end: the page has no such target");
    assert!(lines[2].starts_with("//h:x/: invalid "), "{printed}");
    assert_eq!(run("links", &["/relative"], page).0, Some(1));
}
