//! The names and telephone numbers in an address book.

use vcard::{Contentline, NValue, ParseError, VcardEntity};

const BOOK: &[u8] = b"BEGIN:VCARD\r\n\
    VERSION:4.0\r\n\
    FN:Jos\xC3\xA9 P\xC3\xA9rez\r\n\
    N:P\xC3\xA9rez;Jos\xC3\xA9,Luis;;Dr.;\r\n\
    item1.TEL;VALUE=uri;TYPE=\"voice,home\":tel:+34-555-0101;ext=12\r\n\
    TEL;TYPE=cell:+34 555 0102\r\n\
    NOTE:Two\\, or\\nthree lines\r\n\
    END:VCARD\r\n\
    BEGIN:VCARD\r\n\
    VERSION:4.0\r\n\
    KIND:org\r\n\
    FN:Example Corp.\r\n\
    END:VCARD\r\n";

fn lines() -> Result<Vec<Contentline<'static>>, ParseError> {
    BOOK.split_inclusive(|byte| *byte == b'\n').map(Contentline::parse).collect()
}

#[test]
fn cards_have_names_and_telephones() -> Result<(), ParseError> {
    VcardEntity::parse(BOOK)?;
    let mut listed = Vec::new();
    let (mut name, mut telephones) = (String::new(), Vec::new());
    for line in lines()? {
        let value = String::from_utf8_lossy(line.value().as_bytes()).into_owned();
        match line.name().as_str() {
            "FN" => name = value,
            "TEL" => telephones.push(value),
            "END" => {
                listed.push(format!("{name}: {}", telephones.join(" or ")));
                telephones.clear();
            }
            _ => {}
        }
    }
    assert_eq!(listed, ["José Pérez: tel:+34-555-0101;ext=12 or +34 555 0102", "Example Corp.: "]);
    Ok(())
}

#[test]
fn lines_have_groups_and_parameters() -> Result<(), Box<dyn std::error::Error>> {
    let telephone = lines()?[4];
    assert_eq!(telephone.group().map(|it| it.as_str().to_owned()).as_deref(), Some("item1"));
    // The grammar of TYPE has no quotation marks.
    let other: Vec<_> = telephone.params().filter_map(|it| it.any_param()).collect();
    assert_eq!(other.len(), 1);
    assert_eq!(other[0].as_bytes(), b"TYPE=\"voice,home\"");
    let types: Vec<_> = lines()?[5].params().filter_map(|it| it.type_param()).collect();
    assert_eq!(types[0].as_bytes(), b"TYPE=cell");
    let name = NValue::parse(lines()?[3].value().as_bytes())?;
    let given = name.list_components().nth(1).ok_or("no given names")?;
    let given: Vec<_> = given.components().map(|it| it.as_bytes()).collect();
    assert_eq!(given, ["José".as_bytes(), b"Luis"]);
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let mut wrong = BOOK.to_vec();
    let version = wrong.windows(3).position(|it| it == b"4.0").unwrap();
    wrong[version] = b'3';
    let error = VcardEntity::parse(&wrong).unwrap_err();
    assert_eq!((error.offset(), error.found()), (version, Some(b'3')), "{error}");
    // Quotation marks are not closed.
    let error = Contentline::parse(b"TEL;TYPE=\"cell:+34\r\n").unwrap_err();
    assert_eq!((error.offset(), error.found()), (18, Some(b'\r')), "{error}");
}
