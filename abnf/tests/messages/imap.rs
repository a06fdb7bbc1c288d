//! Commands of a client, and the answers to LIST and FETCH.

use imap::tree::{Event, Tree, TreeRule};
use imap::values::{Mailbox, MsgAtt, MsgAttItem, Select};
use imap::{BodyFldOctets, Command, NzNumber, Quoted, ResponseData, nodes};

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
    let command = Command::parse(b"A142 SELECT \"Sent Items\"\r\n")?.tree()?;
    assert_eq!(command.root().tag().as_str(), "A142");
    let select = command.root().select().ok_or("another command")?;
    let Mailbox::Astring(mailbox) = Select::parse(select.as_bytes())?.mailbox else {
        panic!("the inbox");
    };
    // A literal would be another form.
    assert_eq!(&*Quoted::parse(mailbox)?.value(), b"Sent Items");

    let command = Command::parse(b"a7 FETCH 2,4:9 (FLAGS BODY.PEEK[HEADER.FIELDS (Date)])\r\n")?;
    let command = command.tree()?;
    assert_eq!(texts(&command, "sequence-set")[0], "2,4:9");
    assert_eq!(texts(&command, "fetch-att"), ["FLAGS", "BODY.PEEK[HEADER.FIELDS (Date)]"]);
    Ok(())
}

#[test]
fn lists_name_mailboxes() -> Result<(), Box<dyn std::error::Error>> {
    let response =
        ResponseData::parse(b"* LIST (\\HasNoChildren \\Marked) \"/\" INBOX/drafts\r\n")?;
    let tree = response.tree()?;
    let list = tree.root().mailbox_data().and_then(|it| it.mailbox_list()).ok_or("no list")?;
    assert_eq!(list.mailbox().as_bytes(), b"INBOX/drafts");
    assert_eq!(
        list.mbx_list_flags().map(|it| it.as_bytes()),
        Some(&b"\\HasNoChildren \\Marked"[..])
    );
    Ok(())
}

#[test]
fn envelopes_and_bodies_are_parts() -> Result<(), Box<dyn std::error::Error>> {
    let tree = ResponseData::parse(FETCH)?.tree()?;
    let message = tree.root().message_data().ok_or("no data of a message")?;
    assert_eq!(NzNumber::parse(message.nz_number().as_str())?.value(), 12);
    let attributes = message.msg_att().ok_or("no attributes")?;
    let data = MsgAtt::parse(attributes.as_bytes())?;
    let MsgAttItem::MsgAttDynamic(flags) = &data.items[0] else { panic!("no flags") };
    assert_eq!(flags.flag_fetches, ["\\Seen", "$Work"]);
    assert_eq!(texts(&tree, "env-subject"), ["{17}\r\nMinutes of \"IMAP\""]);
    assert_eq!(texts(&tree, "env-date"), ["\"Wed, 14 Jan 2026 09:23:25 +0100\""]);
    let mailboxes = texts(&tree, "addr-mailbox");
    assert_eq!(mailboxes[3..], ["\"imap\"", "\"kim\""]);
    let names = texts(&tree, "addr-name");
    assert_eq!(&*Quoted::parse(names[4].as_bytes())?.value(), b"K. \"Kim\" Lee");

    let body = attributes.msg_att_statics().find_map(|it| it.body()).ok_or("no body")?;
    let nodes::BodyKind::BodyTypeMpart(parts) = body.kind() else { panic!("one part") };
    assert_eq!(parts.media_subtype().as_bytes(), b"\"ALTERNATIVE\"");
    assert_eq!(parts.bodies().count(), 2);
    assert_eq!(texts(&tree, "media-text"), ["\"TEXT\" \"PLAIN\"", "\"TEXT\" \"HTML\""]);
    let sizes = texts(&tree, "body-fld-octets").into_iter();
    let sizes = sizes.map(|it| BodyFldOctets::parse(&it).map(BodyFldOctets::value));
    assert_eq!(sizes.sum::<Result<u32, _>>()?, 1152 + 4554);
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let error = Command::parse(b"A142 SELECT \"Sent Items\r\n").unwrap_err();
    assert_eq!((error.offset(), error.found()), (23, Some(b'\r')), "{error}");
    let error = ResponseData::parse(b"* 12 FETCH (FLAGS (\\Seen) UID 0)\r\n").unwrap_err();
    assert_eq!(error.offset(), 30, "{error}");
    // Envelopes have ten parts.
    let error =
        ResponseData::parse(b"* 1 FETCH (ENVELOPE (NIL NIL NIL NIL NIL NIL NIL NIL NIL))\r\n");
    let error = error.unwrap_err();
    assert_eq!((error.offset(), error.found()), (56, Some(b')')), "{error}");
}
