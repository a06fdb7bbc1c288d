//! The text and the blocks of documents of each kind.

use super::*;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::text::block::Block;
use crate::text::block::is_abnf;
use crate::text::source::source;

/// The text, and each block as its lines, from 0, and its language.
fn read(text: &str) -> (String, Vec<String>, Vec<String>) {
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let read = document(source, &Extract::Yes, &mut found);
    let block = |it: &Block| format!("{}..{} {}", it.lines.start, it.lines.end, it.language);
    let blocks = read.blocks.iter().map(block).collect();
    (read.text.to_string(), blocks, found.into_iter().map(|it| it.message).collect())
}

#[test]
fn other_text_stays() {
    let grammars = ["a = b\n", "<a> ::= <b>\n", "<pre-a> ::= <b>\n", "a = \"```\"\n", ""];
    for text in grammars {
        assert_eq!(read(text), (text.to_owned(), vec![], vec![]));
    }
}

#[test]
fn text_on_the_line_of_a_tag_is_code() {
    let text = "<sourcecode type=\"abnf\">foo = 1*bar\nbar = \"x\"\n</sourcecode>\n\
        <sourcecode type=\"python\">\nw = 2 * x\n</sourcecode>\n";
    let (text, blocks, found) = read(text);
    assert_eq!(text, "foo = 1*bar\nbar = \"x\"\n\n\nw = 2 * x\n\n");
    assert_eq!(blocks, ["0..3 abnf", "3..6 python"]);
    assert!(found.is_empty());
}

#[test]
fn markup_in_code_is_removed() {
    let text = "<?xml version='1.0'?>\n<!DOCTYPE rfc [\n <!ENTITY nbsp \"&#160;\">\n]>\n<rfc><t>a = b</t>\n\
        <figure><artwork\n type='ABNF2616'><iref item=\"Grammar\"/><![CDATA[\na = \"<\" b]]>\n\
        <x:ref>b</x:ref> = 1*<x:ref>c</x:ref> / %x26 ; &amp;&#x26;&unknown;\n\
        c = &lt;c, see <xref target=\"RFC3986\" section='3'/>&gt;\n</artwork></figure></rfc>\n";
    let (text, blocks, found) = read(text);
    assert_eq!(
        text,
        "\n\n\n\n\n\n\na = \"<\" b\nb = 1*c / %x26 ; &&&unknown;\nc = <c, see [RFC3986]>\n\n"
    );
    assert_eq!(blocks, ["6..11 abnf2616"]);
    assert!(found.is_empty());
}

#[test]
fn malformed_xml_is_read_up_to_the_error() {
    let (text, blocks, found) = read("<rfc>\n<artwork>\na = b\n<artwork\n");
    assert_eq!((text.as_str(), blocks), ("\n\na = b\n\n", vec!["1..4 ".to_owned()]));
    assert!(found[0].contains("is not well-formed XML"), "{found:?}");
    let (_, _, found) = read("<rfc><sourcecode type=\"abnf\" src=\"a.abnf\"/></rfc>\n");
    assert_eq!(found, ["this grammar is in another file, `a.abnf`, which is not read"]);
    let (_, _, found) = read("<rfc><sourcecode type=abnf>\n</sourcecode></rfc>\n");
    assert!(found[0].starts_with("the attributes cannot be read: "), "{found:?}");
}

#[test]
fn files_that_blocks_include_are_reported() {
    let messages = |text: &str| read(text).2;
    let file = |name| format!("this grammar is in another file, `{name}`, which is not read");
    let include = |kind| {
        format!(
            "<rfc>\n<xi:include href='x.xml'/>\n<sourcecode type=\"{kind}\">\n\
             <xi:include href=\"a.abnf\" parse=\"text\"/>\n</sourcecode></rfc>\n"
        )
    };
    assert_eq!(messages(&include("abnf")), [file("a.abnf")]);
    assert_eq!(messages(&include("yang")), [""; 0]);
    let markdown = "{::include intro.md}\n~~~ abnf\n{::include ./a.abnf}\n~~~\n```yang\n\
        {::include y.yang}\n```\n```abnf\na = b\n  {::include-fold b c.abnf}\n<{{d.abnf}}\n```\n";
    assert_eq!(messages(markdown), ["./a.abnf", "b c.abnf", "d.abnf"].map(file));
}

#[test]
fn code_without_an_end_is_reported_where_it_begins() {
    let text = "<rfc>\n<sourcecode type=\"abnf\">\na = b\n<artwork type=\"abnf\">\nb = c\n</artwork>\n\
        <x:artwork>\nc = d\n</rfc>\n";
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let read = document(source, &Extract::Yes, &mut found);
    assert_eq!(&*read.text, "\n\na = b\n\nb = c\n\n\nc = d\n\n");
    let lines = found.iter().map(|it| {
        let start = it.primary.as_ref().expect("it has a place").span.start;
        (read.text[..usize::try_from(start).unwrap()].matches('\n').count(), it.message.as_str())
    });
    let never =
        ["the element `sourcecode` is never closed", "the element `artwork` is never closed"];
    assert_eq!(lines.collect::<Vec<_>>(), [(1, never[0]), (6, never[1])]);
}

#[test]
fn html_has_code_in_pre() {
    let text = "<!DOCTYPE html>\n<p>a = b<br>\n<div class=\"lang-abnf sourcecode\" id=x>\n<pre>\na = &lt;b&gt; / \"&quot;\"\
        <a href=\"#b\">b</a>\n</pre></div>\n<script>if (a < b) '<pre>'</script>\n\
        <pre class=\"sourcecode\">x = y</pre>\n<PRE><code class=\"language-ABNF\">c = d</code></PRE>\n";
    let (text, blocks, found) = read(text);
    assert_eq!(text, "\n\n\n\na = <b> / \"\"\"b\n\n\nx = y\nc = d\n");
    assert_eq!(blocks, ["3..6 abnf", "7..8 ", "8..9 abnf"]);
    assert!(found.is_empty());
}

#[test]
fn lines_of_html_are_those_of_the_document() {
    let (text, _, _) =
        read("<pre>a&#10;b\nc</pre><pre class='art-abnf'>d\n</pre>\n\n<pre>e</pre>\n");
    assert_eq!(text, "a\nb\nc\nd\ne\n");
    let (_, blocks, _) =
        read("<div class=\"language-abnf x\"><div class=\"y\"><pre>a\n</pre></div></div>\n");
    assert_eq!(blocks, ["0..2 abnf"]);
    assert!(is_abnf("ietf_abnf") && is_abnf("art-abnf") && is_abnf("abnf9110"));
    assert!(!is_abnf("ebnf") && !is_abnf("text"));
}

#[test]
fn markdown_may_begin_with_a_tag() {
    let (text, blocks, _) = read("<p>\n<pre>x</pre>\n\n```{#fig .abnf}\na = b\n```\n");
    assert!(text.starts_with("<p>\n"));
    assert_eq!(blocks, ["3..6 abnf"]);
    let (_, blocks, _) = read("~~~\na\n~~~\n{: .no-copy}\n\n~~~\nb\n~~~\n{: .x type='abnf'}\n");
    assert_eq!(blocks, ["0..3 ", "5..8 abnf"]);
}

#[test]
fn blocks_of_markdown_have_languages() {
    let text = "a\n~~~ abnf\na = b\n~~~\n\n* b\n\n  ```{.ABNF #id}\n  c = d\n  ```\n\n> ```\n> e\n> ```\n\n\
        ~~~\nf\n~~~\n{: type=\"abnf\"}\n\n{type=\"python\"}\n```\ng = 1\n```\n\n```rust\nopen\n";
    let (same, blocks, found) = read(text);
    assert_eq!(same, text);
    let expected =
        ["1..4 abnf", "7..10 abnf", "11..14 ", "15..18 abnf", "21..24 python", "25..27 rust"];
    assert_eq!(blocks, expected);
    assert!(found.is_empty());
}
