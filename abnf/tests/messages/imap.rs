//! Commands of a client, and the answers to LIST and FETCH.

use imap::tree::{Event, Tree, TreeRule};
use imap::values::{
    self, Address, Body, CommandAuth, CommandKind, Flag, FlagFetch, Mailbox, MsgAttItem,
    MsgAttStatic, Nstring, ResponseData,
};
use imap::{Astring, Command, Quoted};

const FETCH: &[u8] = b"* 12 FETCH (FLAGS (\\Seen $Work) UID 4827 ENVELOPE (\
    \"Wed, 14 Jan 2026 09:23:25 +0100\" {17}\r\nMinutes of \"IMAP\" \
    ((\"Terry Gray\" NIL \"gray\" \"cac.example.edu\")) \
    ((\"Terry Gray\" NIL \"gray\" \"cac.example.edu\")) \
    ((\"Terry Gray\" NIL \"gray\" \"cac.example.edu\")) \
    ((NIL NIL \"imap\" \"example.edu\")(\"K. \\\"Kim\\\" Lee\" NIL \"kim\" \"example.org\")) \
    NIL NIL NIL \"<B27397-0100000@cac.example.edu>\") \
    BODYSTRUCTURE ((\"TEXT\" \"PLAIN\" (\"CHARSET\" \"UTF-8\") NIL NIL \"7BIT\" 1152 23)\
    (\"TEXT\" \"HTML\" (\"CHARSET\" \"UTF-8\") NIL NIL \"QUOTED-PRINTABLE\" 4554 73) \
    \"ALTERNATIVE\"))\r\n";

/// Returns the text of a string, which is quoted or a literal.
fn text(string: &Nstring<'_>) -> String {
    let bytes = match string {
        Nstring::String(values::String::Quoted(text)) => &text[..],
        Nstring::String(values::String::Literal(text)) => {
            // The grammar does not say where the octets begin.
            let count = text.iter().position(|byte| *byte == b'\n').map_or(0, |it| it + 1);
            &text[count..]
        }
        Nstring::Nil => b"",
    };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns a name and an address.
fn shown(address: &Address<'_>) -> String {
    let [name, mailbox, host] =
        [&address.addr_name.nstring, &address.addr_mailbox.nstring, &address.addr_host.nstring]
            .map(text);
    format!("{name} <{mailbox}@{host}>")
}

/// Returns the texts of a rule in a tree.
fn texts<R: TreeRule>(tree: &Tree<'_, R>, rule: &str) -> Vec<String> {
    let nodes = tree.events().filter_map(|event| match event {
        Event::Enter(node) if node.rule() == rule => node.to_str().map(str::to_owned),
        _ => None,
    });
    nodes.collect()
}

#[test]
fn commands_have_tags_and_mailboxes() -> Result<(), Box<dyn std::error::Error>> {
    let command = values::Command::parse(b"A142 SELECT \"Sent Items\"\r\n")?;
    assert_eq!(command.tag, "A142");
    let CommandKind::CommandAuth(CommandAuth::Select(select)) = command.kind else {
        panic!("another command");
    };
    let Mailbox::Astring(mailbox) = select.mailbox else { panic!("the inbox") };
    // A literal would be another form.
    assert_eq!(&*Quoted::parse(Astring::parse(mailbox)?.as_bytes())?.value(), b"Sent Items");

    let command = Command::parse(b"a7 FETCH 2,4:9 (FLAGS BODY.PEEK[HEADER.FIELDS (Date)])\r\n")?;
    let command = command.tree()?;
    assert_eq!(texts(&command, "sequence-set")[0], "2,4:9");
    assert_eq!(texts(&command, "fetch-att"), ["FLAGS", "BODY.PEEK[HEADER.FIELDS (Date)]"]);
    Ok(())
}

#[test]
fn lists_name_mailboxes() -> Result<(), Box<dyn std::error::Error>> {
    let text = b"* LIST (\\HasNoChildren \\Marked) \"/\" INBOX/drafts\r\n";
    let ResponseData::MailboxData(mut data) = ResponseData::parse(text)? else {
        panic!("other data");
    };
    let list = data.mailbox_list.as_mut().ok_or("no list")?;
    assert_eq!(list.mailbox, Mailbox::Astring(b"INBOX/drafts"));
    assert_eq!(list.mbx_list_flags, Some("\\HasNoChildren \\Marked"));
    // No mailbox ends its response.
    list.mailbox = Mailbox::Astring(b"x\r\n* BYE");
    assert!(data.to_text().is_err());
    Ok(())
}

#[test]
fn envelopes_and_bodies_are_data() -> Result<(), Box<dyn std::error::Error>> {
    let response = ResponseData::parse(FETCH)?;
    assert_eq!(response.to_text()?.as_bytes(), FETCH);
    let ResponseData::MessageData(message) = response else { panic!("no data of a message") };
    assert_eq!(message.nz_number, 12);
    let attributes = message.msg_att.ok_or("no attributes")?.items;
    let MsgAttItem::MsgAttDynamic(flags) = &attributes[0] else { panic!("no flags") };
    assert_eq!(flags.flag_fetches[0], FlagFetch::Flag(Flag::Seen));
    let fixed: Vec<&MsgAttStatic<'_>> = attributes
        .iter()
        .filter_map(|it| match it {
            MsgAttItem::MsgAttStatic(it) => Some(it),
            MsgAttItem::MsgAttDynamic(_) => None,
        })
        .collect();

    let envelope = fixed.iter().find_map(|it| it.envelope.as_ref()).ok_or("no envelope")?;
    assert_eq!(text(&envelope.env_date.nstring), "Wed, 14 Jan 2026 09:23:25 +0100");
    assert_eq!(text(&envelope.env_subject.nstring), "Minutes of \"IMAP\"");
    assert_eq!(shown(&envelope.env_from.addresses[0]), "Terry Gray <gray@cac.example.edu>");
    let to: Vec<String> = envelope.env_to.addresses.iter().map(shown).collect();
    assert_eq!(to, [" <imap@example.edu>", "K. \"Kim\" Lee <kim@example.org>"]);
    assert!(envelope.env_cc.nil && envelope.env_cc.addresses.is_empty());

    let body = fixed.iter().find_map(|it| it.body.as_ref()).ok_or("no body")?;
    let Body::BodyTypeMpart(parts) = body else { panic!("one part") };
    let sizes = parts.bodies.iter().map(|part| match part {
        Body::BodyType1Part(part) => match &part.kind {
            values::BodyType1PartKind::BodyTypeText(text) => {
                text.body_fields.body_fld_octets.number
            }
            _ => 0,
        },
        Body::BodyTypeMpart(_) => 0,
    });
    assert_eq!(sizes.collect::<Vec<_>>(), [1152, 4554]);
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let error = Command::parse(b"A142 SELECT \"Sent Items\r\n").unwrap_err();
    assert_eq!((error.offset(), error.found()), (23, Some(b'\r')), "{error}");
    let error = imap::ResponseData::parse(b"* 12 FETCH (FLAGS (\\Seen) UID 0)\r\n").unwrap_err();
    assert_eq!(error.offset(), 30, "{error}");
    // Envelopes have ten parts.
    let error = imap::ResponseData::parse(
        b"* 1 FETCH (ENVELOPE (NIL NIL NIL NIL NIL NIL NIL NIL NIL))\r\n",
    );
    let error = error.unwrap_err();
    assert_eq!((error.offset(), error.found()), (56, Some(b')')), "{error}");
}
