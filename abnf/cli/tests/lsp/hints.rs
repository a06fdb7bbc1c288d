//! The hints of findings in editors.

use super::about;

/// An editor has no command line, so hints name lines of the grammar.
#[test]
fn hints_are_for_editors() {
    let (_room, mut client, uri) = about("a = tchar nowhere\nb = %x80-FF\n");
    let found = client.findings(&uri, |version, _| version == 1);
    let messages = found.as_array().unwrap().iter().map(|it| it["message"].as_str().unwrap());
    let hints = messages.map(|it| it.split_once("\nhelp: ").expect("it has a hint").1);
    assert_eq!(
        hints.collect::<Vec<_>>(),
        [
            "define it; import the grammar that defines `tchar`, perhaps the bundled `rfc9110` with a line \
             `; @import NAME = rfc9110 (tchar)`",
            "define it; import the grammar that defines `nowhere` with a line `; @import NAME = FILE \
             (nowhere)`",
            "state the encoding with a line `; @encoding octets`, or `; @encoding utf8` if the values are \
             characters",
        ]
    );
    assert_eq!(client.shut_down(), 0);
}
