//! The code of XML sources of RFCs and drafts: RFC 7991, sections 2.5 and 2.48, and the artwork of its
//! predecessor (RFC 2629).

use super::markup::{LineCounter, Markup, in_another_file};
use crate::text::block::Block;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// Returns the text of the elements `sourcecode` and `artwork`.
pub(super) fn markup(text: &str) -> Markup {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    let mut lines = LineCounter::new(text);
    let mut markup = Markup::default();
    // The line and the name of the element of code that is open.
    let mut code: Option<(usize, String)> = None;
    loop {
        let event = reader.read_event();
        let end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        // The line of the first byte of the event, since the counter is at the end of the last one.
        let line = lines.line(0);
        match event {
            // Code contains no code, so the block before has no end.
            Ok(Event::Start(tag)) if is_code(&tag) => {
                report_open(&mut markup, code.take());
                code = Some((line, local(tag.name().as_ref()).to_owned()));
                let line = lines.line(end);
                open(&mut markup, line, &tag);
            }
            Ok(Event::Empty(tag)) if is_code(&tag) => open(&mut markup, line, &tag),
            Ok(Event::End(tag)) if CODE.contains(&local(tag.name().as_ref())) => code = None,
            Ok(Event::Empty(tag) | Event::Start(tag)) if code.is_some() => {
                let name = tag.name();
                let name = local(name.as_ref());
                let is_reference = ["xref", "relref"].contains(&name);
                if let (true, Some(target)) = (is_reference, attribute(&tag, "target")) {
                    markup.push(line, &format!("[{target}]"));
                }
                if let ("include", Some(file)) = (name, attribute(&tag, "href")) {
                    report_file(&mut markup, line, &file);
                }
            }
            Ok(Event::Text(text)) if code.is_some() => markup.push(line, &text),
            Ok(Event::CData(text)) if code.is_some() => markup.push(line, &text),
            Ok(Event::GeneralRef(reference)) if code.is_some() => {
                markup.push(line, &referenced(&reference));
            }
            Ok(Event::Eof) => {
                report_open(&mut markup, code.take());
                break;
            }
            Ok(_) => (),
            Err(error) => {
                let message =
                    format!("the document is not well-formed XML: {error}; its rest is not read");
                markup.findings.push((line, message));
                break;
            }
        }
        lines.line(end);
    }
    markup.end(lines.line(text.len()))
}

/// The elements that contain code.
const CODE: [&str; 2] = ["sourcecode", "artwork"];

fn is_code(tag: &BytesStart<'_>) -> bool {
    CODE.contains(&local(tag.name().as_ref()))
}

/// Returns a name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok().flatten()?;
    Some(found.value.into_owned())
}

/// Begins a block, and reports one whose text is in another file.
fn open(markup: &mut Markup, line: usize, tag: &BytesStart<'_>) {
    if let Some(Err(error)) = tag.attributes().find(Result::is_err) {
        markup.findings.push((line, format!("the attributes cannot be read: {error}")));
    }
    let language = attribute(tag, "type").unwrap_or_default().to_lowercase();
    markup.open(line, language);
    if let Some(file) = attribute(tag, "src") {
        report_file(markup, line, &file);
    }
}

/// Reports text of a block that is in another file, if the block is said to be ABNF.
fn report_file(markup: &mut Markup, line: usize, file: &str) {
    if markup.blocks.last().is_some_and(Block::is_abnf) {
        markup.findings.push((line, in_another_file(file)));
    }
}

/// Reports an element of code without an end, if there is one.
fn report_open(markup: &mut Markup, code: Option<(usize, String)>) {
    if let Some((line, name)) = code {
        markup.findings.push((line, format!("the element `{name}` is never closed")));
    }
}

/// Returns the text that a reference stands for. A reference to an entity of the document stays.
fn referenced(reference: &quick_xml::events::BytesRef<'_>) -> String {
    match reference.resolve_char_ref() {
        Ok(Some(c)) => c.to_string(),
        _ => match &**reference {
            "nbsp" => "\u{A0}".to_owned(),
            name => quick_xml::escape::resolve_predefined_entity(name)
                .map_or_else(|| format!("&{name};"), str::to_owned),
        },
    }
}
