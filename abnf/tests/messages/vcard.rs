//! The names and telephone numbers in an address book.

use vcard::values::{AnyParam, Contentline, NValue, TypeParam, VcardEntity};
use vcard::{ParseError, Text};

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

/// Returns the lines of the first card.
fn lines() -> Result<Vec<Contentline<'static>>, ParseError> {
    let mut book = VcardEntity::parse(BOOK)?;
    Ok(book.vcards.swap_remove(0).contentlines)
}

#[test]
fn cards_have_names_and_telephones() -> Result<(), ParseError> {
    let book = VcardEntity::parse(BOOK)?;
    let listed = book.vcards.iter().map(|card| {
        let values = |name: &str| {
            let lines = card.contentlines.iter().filter(|line| line.name == name);
            lines.map(|line| String::from_utf8_lossy(line.value)).collect::<Vec<_>>().join(" or ")
        };
        format!("{}: {}", values("FN"), values("TEL"))
    });
    let expected = ["José Pérez: tel:+34-555-0101;ext=12 or +34 555 0102", "Example Corp.: "];
    assert_eq!(listed.collect::<Vec<_>>(), expected);
    Ok(())
}

#[test]
fn lines_have_groups_and_parameters() -> Result<(), Box<dyn std::error::Error>> {
    let lines = lines()?;
    let telephone = &lines[2];
    assert_eq!((telephone.group, telephone.name), (Some("item1"), "TEL"));
    // The grammar of TYPE has no quotation marks, so this is another parameter.
    assert!(TypeParam::parse(str::from_utf8(telephone.params[1])?).is_err());
    let other = AnyParam::parse(telephone.params[1])?;
    assert_eq!((other.name, &*other.values[0]), (Some("TYPE"), &b"voice,home"[..]));
    let types = TypeParam::parse(str::from_utf8(lines[3].params[0])?)?;
    assert_eq!(types.type_values, ["cell"]);
    let name = NValue::parse(lines[1].value)?;
    assert_eq!(name.list_components[1].components, ["José".as_bytes(), b"Luis"]);
    let note = Text::parse(lines[4].value)?;
    assert_eq!(&*note.value(), b"Two, or\nthree lines");
    Ok(())
}

#[test]
fn lines_change_and_no_line_becomes_two() -> Result<(), Box<dyn std::error::Error>> {
    let mut telephone = lines()?.swap_remove(3);
    telephone.group = Some("item2");
    assert_eq!(telephone.to_text()?.as_bytes(), b"item2.TEL;TYPE=cell:+34 555 0102\r\n");
    telephone.value = b"1\r\nTEL:2";
    assert_eq!(telephone.to_text().unwrap_err().field(), "value");
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
