//! `abnfc lsp`: conversations as an editor has them.

mod client;
mod hints;

use super::support::Room;
use client::{Client, at, range};
use serde_json::{Value, json};

const GRAMMAR: &str = "\
; @import T = time.abnf (hour)
; @import URI = rfc3986 (host)

; Who, when.
call = name \"\u{2028}\" <hour, see [T]> ; of \u{1F600}
call =/ NAME host
name = 1*ALPHA /
  \"x\"
; @accept call a
";

const TIME: &str = "; two digits\nhour = 2DIGIT\n";

/// A grammar that the client has open, with one on the disk that it imports.
fn conversation(grammar: &str, encoding: &str) -> (Room, Client, String) {
    let room = Room::with("stale = \"on the disk\"\n");
    room.write("time.abnf", TIME);
    let mut client = Client::start(&room, &["lsp", "--stdio"]);
    let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
    let answer = client.ask("initialize", json!({ "capabilities": capabilities }));
    assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
    assert_eq!(answer["serverInfo"]["name"], "abnfc");
    client.tell("initialized", json!({}));
    let uri = Client::uri(&room, "g.abnf");
    client.open(&uri, 1, grammar);
    (room, client, uri)
}

/// As [`conversation`], with this grammar alone, which has no errors.
fn about(grammar: &str) -> (Room, Client, String) {
    conversation(grammar, "utf-16")
}

fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": at(line, character) })
}

/// Applies edits as a client does, from the last to the first. The text is ASCII.
fn edited(text: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let (line, column) = (at["line"].as_u64().unwrap(), at["character"].as_u64().unwrap());
        let lines = text.split_inclusive('\n').take(usize::try_from(line).unwrap());
        let start = lines.map(str::len).sum::<usize>();
        (start + usize::try_from(column).unwrap()).min(text.len())
    };
    let mut pieces: Vec<_> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (offset(&it["range"]["start"]), offset(&it["range"]["end"]), &it["newText"]))
        .collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.0));
    let mut text = text.to_owned();
    for (start, end, new) in pieces {
        text.replace_range(start..end, new.as_str().unwrap());
    }
    text
}

#[test]
fn rules_are_found() {
    let (room, mut client, uri) = about(GRAMMAR);
    let text = |answer: &Value| answer["contents"]["value"].as_str().unwrap().to_owned();
    let hover = client.ask("textDocument/hover", place(&uri, 4, 8));
    assert!(text(&hover).contains("```abnf\nname = 1*ALPHA /\n  \"x\"\n```"), "{hover}");
    assert!(text(&hover).contains("infinitely many texts") && text(&hover).contains("`call`"));
    assert_eq!(hover["range"], range(4, 7, 4, 11));
    let hover = client.ask("textDocument/hover", place(&uri, 4, 17));
    assert!(text(&hover).contains("; two digits\nhour = 2DIGIT"), "{hover}");
    assert!(text(&hover).contains("from the import `T`, `time.abnf`"), "{hover}");
    let hover = client.ask("textDocument/hover", place(&uri, 6, 11));
    assert!(text(&hover).contains("appendix B.1"), "{hover}");
    assert_eq!(client.ask("textDocument/hover", place(&uri, 3, 3)), Value::Null);

    let mut definition = |line, character| {
        let answer = client.ask("textDocument/definition", place(&uri, line, character));
        (answer["uri"].as_str().unwrap_or("").to_owned(), answer["range"].clone())
    };
    // `NAME` is `name`; a rule of a file; one that is bundled, where it is imported; a core rule.
    assert_eq!(definition(5, 9), (uri.clone(), range(6, 0, 6, 4)));
    let (file, there) = definition(4, 17);
    assert!(file.ends_with("/time.abnf") && there == range(1, 0, 1, 4), "{file} {there}");
    assert_eq!(definition(5, 14), (uri.clone(), range(1, 2, 1, 30)));
    assert_eq!(definition(6, 11), (String::new(), Value::Null));

    // Open documents take precedence over files on disk.
    let time = Client::uri(&room, "time.abnf");
    client.open(&time, 1, "\n\nhour = \"h\" hour2\nhour2 = \"i\"\n");
    let hover = client.ask("textDocument/hover", place(&uri, 4, 17));
    assert!(text(&hover).contains("hour = \"h\""), "{hover}");
    let context = json!({ "includeDeclaration": true });
    let mut asked = place(&time, 2, 1);
    asked["context"] = context;
    let found = client.ask("textDocument/references", asked.clone());
    let places: Vec<_> = found.as_array().unwrap().iter().map(|it| it["range"].clone()).collect();
    assert_eq!(places, [range(2, 0, 2, 4), range(0, 25, 0, 29), range(4, 17, 4, 21)], "{found}");
    asked["context"] = json!({ "includeDeclaration": false });
    assert_eq!(client.ask("textDocument/references", asked).as_array().unwrap().len(), 2);

    let found = client.ask("textDocument/documentHighlight", place(&uri, 6, 1));
    let found: Vec<_> = found.as_array().unwrap().iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(found, [2, 2, 3]);
    let found =
        client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let names: Vec<_> = found.as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["call", "call =/", "name"]);
    assert_eq!(found[2]["detail"], "1*ALPHA / \"x\"");
    assert_eq!(found[2]["range"], range(6, 0, 7, 5));
    let found = client.ask("workspace/symbol", json!({ "query": "OUR" }));
    let names: Vec<_> = found.as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["hour", "hour2"]);
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn rules_are_renamed() {
    let (room, mut client, uri) = about("a = b \"\u{1F600}\" B\nb = %x31\nc = <b>\n");
    let found = client.ask("textDocument/prepareRename", place(&uri, 1, 1));
    assert_eq!(found, json!({ "range": range(1, 0, 1, 1), "placeholder": "b" }));
    let rename = |line, character, name: &str| {
        let mut asked = place(&uri, line, character);
        asked["newName"] = name.into();
        asked
    };
    let found = client.ask("textDocument/rename", rename(0, 4, "cd"));
    let edits = found["changes"][&uri].as_array().unwrap();
    let places: Vec<_> = edits.iter().map(|it| it["range"].clone()).collect();
    // Two code units for a character beyond the basic plane.
    assert_eq!(
        places,
        [range(0, 4, 0, 5), range(0, 11, 0, 12), range(1, 0, 1, 1), range(2, 5, 2, 6)]
    );
    assert!(edits.iter().all(|it| it["newText"] == "cd"));
    for (name, why) in [("a", "has the name"), ("1", "not a rulename"), ("DIGIT", "core rule")] {
        let error = client.fail("textDocument/rename", rename(0, 4, name));
        assert!(error["message"].as_str().unwrap().contains(why), "{error}");
        assert_eq!(error["code"], -32803);
    }

    // A rule that another open document imports.
    let time = Client::uri(&room, "time.abnf");
    client.open(&time, 1, TIME);
    client.change(&uri, 2, "; @import T = time.abnf (hour)\na = hour minute\nminute = DIGIT\n");
    let error = client.fail("textDocument/prepareRename", place(&uri, 1, 5));
    assert!(error["message"].as_str().unwrap().contains("rename it there"), "{error}");
    let mut asked = place(&time, 1, 0);
    asked["newName"] = "h".into();
    let found = client.ask("textDocument/rename", asked.clone());
    assert_eq!(found["changes"][&time].as_array().unwrap().len(), 1);
    assert_eq!(found["changes"][&uri].as_array().unwrap().len(), 2);
    asked["newName"] = "Minute".into();
    let error = client.fail("textDocument/rename", asked);
    assert!(error["message"].as_str().unwrap().contains("has the name"), "{error}");
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn findings_follow_the_text() {
    let (room, mut client, uri) = about("a = nope\n");
    let found = client.findings(&uri, |version, _| version == 1);
    assert_eq!(found[0]["code"], "undefined-rule");
    assert_eq!((&found[0]["severity"], &found[0]["range"]), (&json!(1), &range(0, 4, 0, 8)));
    assert!(found[0]["message"].as_str().unwrap().contains("\nhelp: define it"), "{found}");
    // A change of a piece; languages are checked a moment later.
    client.tell(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": uri, "version": 2 },
            "contentChanges": [
                { "range": range(0, 4, 0, 8), "text": "\"\u{1F600}" },
                { "range": range(0, 4, 0, 7), "text": "b\r\nb =" },
                { "range": range(1, 3, 1, 3), "text": " %x31 b /" },
                { "range": range(1, 99, 7, 0), "text": " b\r\n" },
            ],
        }),
    );
    let found = client.findings(&uri, |version, found| version == 2 && !found.is_empty());
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]),
        (&json!("rule-without-end"), &range(1, 0, 1, 1))
    );
    // An import that does not exist, and an error in one that does.
    client.change(&uri, 3, "; @import X = no.abnf\n; @import T = time.abnf\na = hour\n");
    let found = client.findings(&uri, |version, found| version == 3 && !found.is_empty());
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]),
        (&json!("missing-import"), &range(0, 2, 0, 21))
    );
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let time = Client::uri(&room, "time.abnf");
    client.open(&time, 1, "\nhour = %x9-1\n");
    let found = client.findings(&uri, |version, found| version == 3 && found.len() == 2);
    assert_eq!(
        (&found[1]["code"], &found[1]["range"]),
        (&json!("reversed-range"), &range(1, 2, 1, 23))
    );
    let related = &found[1]["relatedInformation"][0]["location"];
    assert_eq!(related, &json!({ "uri": time, "range": range(1, 7, 1, 12) }));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.findings(&uri, |_, found| found.is_empty());
    assert_eq!(client.shut_down(), 0);
}

/// A document is changed while its languages are checked: the findings of a version name
/// the rule of that version.
#[test]
fn stale_findings_are_not_published() {
    let text = |version: i64| {
        format!("v{version} = *(\"a\" / \"b\") \"a\" 9(\"a\" / \"b\") / *\"x\" *\"x\"\n")
    };
    let room = Room::new();
    let mut client = Client::start(&room, &["lsp", "--notes"]);
    client.ask("initialize", json!({ "capabilities": {} }));
    let uri = "file:///g.abnf";
    client.open(uri, 1, &text(1));
    for version in 2..=8 {
        client.change(uri, version, &text(version));
        client.findings(uri, |known, _| known == version);
        client.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
        // After this answer the server has time to look.
        client.ask("textDocument/hover", place(uri, 0, 9));
    }
    client.findings(uri, |version, found| {
        version == 8 && found.iter().any(|it| it["code"] == "ambiguous-rule")
    });
    for (version, params) in client.published() {
        for found in params["diagnostics"].as_array().unwrap() {
            let message = found["message"].as_str().unwrap();
            let names = message.split("`v").skip(1).map(|rest| rest.split('`').next().unwrap());
            assert!(
                names.into_iter().all(|name| name == version.to_string()),
                "{version}: {message}"
            );
        }
    }
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn findings_can_be_fixed() {
    let text = "a = DIGITS tchar \"\"\nb = a\n";
    let (_room, mut client, uri) = about(text);
    client.findings(&uri, |_, found| found.iter().any(|it| it["code"] == "empty-literal"));
    let mut actions = |only: &str, line, character| {
        let range = range(line, character, line, character);
        client.ask(
            "textDocument/codeAction",
            json!({
                "textDocument": { "uri": uri }, "range": range,
                "context": { "diagnostics": [], "only": [only] },
            }),
        )
    };
    let titled = |actions: &Value, title: &str| -> String {
        let all = actions.as_array().unwrap();
        let it = all.iter().find(|it| it["title"] == title).unwrap_or_else(|| panic!("{actions}"));
        edited(text, &it["edit"]["changes"][&uri])
    };
    let found = actions("quickfix", 0, 4);
    assert_eq!(titled(&found, "write `DIGIT`"), "a = DIGIT tchar \"\"\nb = a\n");
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let found = actions("quickfix", 0, 13);
    let import = "; @import RFC9110 = rfc9110 (tchar)\n";
    assert_eq!(titled(&found, "import `tchar` from `rfc9110`"), format!("{import}{text}"));
    let found = actions("quickfix", 0, 18);
    let allowed = "a = DIGITS tchar \"\"  ; @allow empty-literal\nb = a\n";
    assert_eq!(titled(&found, "allow `empty-literal` for `a`"), allowed);
    assert_eq!(actions("refactor", 0, 18), json!([]));
    assert_eq!(actions("quickfix", 1, 0), json!([]));
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn text_is_completed_laid_out_and_coloured() {
    let text = "; one\n; two\n\na=b /\n  c\nlong= a; @allow \nc = \"c\"\n";
    let (_room, mut client, uri) = about(text);
    let whole = json!({ "textDocument": { "uri": uri } });
    let mut asked = whole.clone();
    asked["options"] = json!({ "tabSize": 8, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", asked.clone());
    let neat = "; one\n; two\n\na    = b\n     / c\nlong = a  ; @allow\nc    = \"c\"\n";
    assert_eq!(edited(text, &edits), neat);
    let mut labels = |line, character| -> Vec<String> {
        let found = client.ask("textDocument/completion", place(&uri, line, character));
        let labels = found.as_array().unwrap().iter();
        labels.map(|it| it["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(labels(3, 3)[..3], ["a", "long", "c"]);
    assert_eq!(labels(5, 0), ["b"]);
    assert!(labels(5, 16).contains(&"empty-literal".to_owned()));
    let folds = client.ask("textDocument/foldingRange", whole.clone());
    let folds: Vec<_> = folds.as_array().unwrap().iter().map(|it| &it["startLine"]).collect();
    assert_eq!(folds, [0, 3]);
    let lenses = client.ask("textDocument/codeLens", whole.clone());
    let mut lens =
        |lens: &Value| client.ask("codeLens/resolve", lens.clone())["command"]["title"].clone();
    let titles: Vec<_> = lenses.as_array().unwrap().iter().map(&mut lens).collect();
    assert_eq!(titles, ["used by 1 rule", "used by no other rule", "2 states, used by 1 rule"]);
    // A rule that no longer exists, and a lens that the server did not send.
    let mut gone = lenses[0].clone();
    gone["data"]["rule"] = json!("gone");
    assert_eq!([lens(&gone), lens(&json!({ "range": gone["range"] }))], ["", ""]);
    let tokens = client.ask("textDocument/semanticTokens/full", whole.clone());
    let tokens: Vec<u64> =
        tokens["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let starts = [0, 0, 5, 0, 0, 1, 0, 5, 0, 0, 2, 0, 1, 1, 1, 0, 1, 1, 4, 0, 0, 1, 1, 6, 0];
    assert_eq!(tokens[..25], starts);

    // Text that is already formatted, and text that cannot be.
    client.change(&uri, 2, neat);
    assert_eq!(client.ask("textDocument/formatting", asked.clone()), json!([]));
    client.change(&uri, 3, "a=(b\n");
    assert_eq!(client.ask("textDocument/formatting", asked.clone()), Value::Null);
    for (version, text) in [(4, "a=b"), (5, "a = b"), (6, "b = a\r\na=b"), (7, ""), (8, "a=b\r\n")]
    {
        client.change(&uri, version, text);
        let edits = client.ask("textDocument/formatting", asked.clone());
        if !text.is_empty() {
            let line_end = if text.contains('\r') { "\r\n" } else { "\n" };
            let expected = text.replace("a=b", "a = b").trim_end().to_owned() + line_end;
            assert_eq!(edited(text, &edits), expected, "{text:?}");
        }
    }
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn positions_can_be_bytes() {
    let (_room, mut client, uri) = conversation("a = \"\u{1F600}\" b\nb = \"b\"\n", "utf-8");
    let found = client.ask("textDocument/definition", place(&uri, 0, 11));
    assert_eq!(found["range"], range(1, 0, 1, 1));
    assert_eq!(client.ask("textDocument/definition", place(&uri, 0, 9)), Value::Null);
    let found = client.ask("textDocument/documentHighlight", place(&uri, 1, 0));
    assert_eq!(found[0]["range"], range(0, 11, 0, 12));
    assert_eq!(client.shut_down(), 0);
}

#[test]
fn bad_requests_are_refused() {
    let room = Room::new();
    let mut client = Client::start(&room, &["lsp"]);
    let code = |error: Value| error["code"].as_i64().unwrap();
    assert_eq!(code(client.fail("textDocument/hover", json!({}))), -32002);
    client.tell("textDocument/didOpen", json!({}));
    assert_eq!(code(client.fail("initialize", json!([1]))), -32602);
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(client.fail("initialize", json!({ "capabilities": {} }))), -32600);
    assert_eq!(code(client.fail("textDocument/nothing", json!({}))), -32601);
    assert_eq!(code(client.fail("textDocument/hover", json!({ "textDocument": 1 }))), -32602);
    assert_eq!(
        code(client.fail("textDocument/hover", place("file:///a", 0, 0)["x"].clone())),
        -32602
    );
    client.raw(b"Content-Length: 5\r\n\r\n{\"a\":");
    let error = client.next();
    assert_eq!((&error["id"], &error["error"]["code"]), (&Value::Null, &json!(-32700)));
    client.tell("$/cancelRequest", json!({ "id": 99 }));
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": "file:///a" } }));
    assert_eq!(client.next()["method"], "window/logMessage");
    let change =
        json!({ "textDocument": { "uri": "file:///a", "version": 1 }, "contentChanges": [] });
    client.tell("textDocument/didChange", change);
    assert_eq!(client.next()["method"], "window/logMessage");

    // Documents that are not open, no file, no grammar, and places outside.
    for method in ["hover", "definition", "prepareRename", "completion", "documentHighlight"] {
        let method = format!("textDocument/{method}");
        assert_eq!(client.ask(&method, place("file:///a", 0, 0)), Value::Null, "{method}");
    }
    let uri = "untitled:Untitled-1";
    client.open(uri, 1, "; @import X = time.abnf\n; @import U = rfc3986\na = host\0\n");
    let found = client.findings(uri, |_, found| !found.is_empty());
    assert!(found.to_string().contains("binary-file"), "{found}");
    assert_eq!(client.ask("textDocument/hover", place(uri, 2, 5)), Value::Null);
    client.change(uri, 2, "; @import X = time.abnf\n; @import U = rfc3986\na = host\n");
    let found = client.findings(uri, |version, _| version == 2);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert!(found.to_string().contains("bundled grammars only"), "{found}");
    for (line, character) in [(2, 99), (99, 0), (u32::MAX, u32::MAX)] {
        client.ask("textDocument/hover", place(uri, line, character));
        client.ask("textDocument/completion", place(uri, line, character));
    }
    client.change(uri, 3, &"; long\n".repeat(160_000));
    let found = client.findings(uri, |version, _| version == 3);
    assert!(found.to_string().contains("more than the limit of 1048576"), "{found}");
    let reversed = json!({
        "textDocument": { "uri": uri, "version": 4 },
        "contentChanges": [{ "text": "a = b\nb = \"b\"\n" }, { "range": range(9, 9, 0, 0), "text": "x" }],
    });
    client.tell("textDocument/didChange", reversed);
    assert_eq!(client.ask("textDocument/definition", place(uri, 0, 4))["range"], range(1, 0, 1, 1));
    let many = vec![json!({ "range": range(0, 0, 0, 0), "text": "" }); 10_001];
    let change = json!({ "textDocument": { "uri": uri, "version": 5 }, "contentChanges": many });
    client.tell("textDocument/didChange", change);
    client.findings(uri, |version, _| version == 5);
    assert!(client.logged().iter().any(|it| it.contains("more than 10000 changes")));
    client.ask("shutdown", Value::Null);
    assert_eq!(code(client.fail("textDocument/hover", place(uri, 0, 0))), -32600);
    assert_eq!(client.end(), 0);
}

#[test]
fn the_end_of_a_conversation_has_a_status() {
    let room = Room::new();
    let mut client = Client::start(&room, &["lsp"]);
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(client.end(), 1, "without `shutdown`");
    assert_eq!(room.feed(&["lsp"], "").status, 1);
    let run = room.feed(&["lsp"], "Content-Length: x\r\n\r\n{}");
    assert_eq!(
        (run.status, run.err.as_str()),
        (2, "error: the editor sent a header without `Content-Length`\n")
    );
    let run = room.feed(&["lsp"], "Content-Length: 18446744073709551615\r\n\r\n{}");
    assert_eq!(run.status, 2);
}

#[test]
fn options_are_those_of_other_commands() {
    let room = Room::new();
    let help = room.run(&["lsp", "--help"]);
    assert!(
        help.status == 0 && help.out.contains("Usage: abnfc lsp") && help.out.contains("--notes")
    );
    assert!(!help.out.contains("--stdio"));
    room.run(&["lsp", "g.abnf"]).fails(&["unexpected argument"]);
    room.run(&["lsp", "--limit", "x"]).fails(&["expected NAME=N"]);
    let mut client = Client::start(&room, &["lsp", "--notes", "--dialect", "http"]);
    client.ask("initialize", json!({ "capabilities": {} }));
    client.open("file:///g.abnf", 1, "a = #b\nb = *\"x\" *\"x\"\n");
    let is_told = |found: &[Value]| found.iter().any(|it| it["code"] == "ambiguous-rule");
    let found = client.findings("file:///g.abnf", |_, found| is_told(found));
    assert!(found.as_array().unwrap().iter().all(|it| it["severity"] == 3), "{found}");
    assert_eq!(client.shut_down(), 0);
}

/// Neovim with the set-up that docs/editors.md shows.
#[test]
#[ignore = "needs Neovim"]
fn editor_neovim() {
    let room = Room::with(
        "; @import T = time.abnf (hour)\ncall = name SP <hour, see [T]>\nname = 1*ALPHA / nope\n",
    );
    room.write("time.abnf", TIME);
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/editors.md");
    let page = std::fs::read_to_string(page).unwrap();
    let setup = page.split("```lua\n").nth(1).unwrap().split("```").next().unwrap();
    room.write(
        "init.lua",
        setup.replace("\"abnfc\", \"lsp\"", &format!("{:?}, \"lsp\"", env!("CARGO_BIN_EXE_abnfc"))),
    );
    room.write("try.lua", TRY);
    let run = std::process::Command::new("nvim")
        .args(["--headless", "--clean", "-c", "luafile init.lua", "-c", "edit g.abnf"])
        .args(["-c", "luafile try.lua"])
        .current_dir(room.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let told = room.read("told");
    let expected = "undefined-rule 3:18\ntime.abnf:2\n\
        ; @import T = time.abnf (hour)|call = whom SP <hour, see [T]>|whom = 1*ALPHA / nope\n";
    assert_eq!(told, expected);
}

/// A session in Neovim: wait for findings, go to a definition, come back, rename a rule.
const TRY: &str = r#"
local told = {}
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
for _, it in ipairs(vim.diagnostic.get(0)) do
  table.insert(told, it.code .. " " .. it.lnum + 1 .. ":" .. it.col + 1)
end
local grammar = vim.api.nvim_get_current_buf()
vim.api.nvim_win_set_cursor(0, { 2, 17 })
vim.lsp.buf.definition()
vim.wait(60000, function() return vim.api.nvim_get_current_buf() ~= grammar end, 20)
local file = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t")
table.insert(told, file .. ":" .. vim.api.nvim_win_get_cursor(0)[1])
vim.cmd("buffer " .. grammar)
vim.api.nvim_win_set_cursor(0, { 2, 8 })
vim.lsp.buf.rename("whom")
local function lines() return vim.api.nvim_buf_get_lines(grammar, 0, -1, false) end
vim.wait(60000, function() return lines()[3]:match("^whom") ~= nil end, 20)
table.insert(told, table.concat(lines(), "|"))
vim.fn.writefile(told, "told")
vim.cmd("qa!")
"#;
