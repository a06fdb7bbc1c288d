//! Templates: the examples of RFC 6570, what the public test suite adds, and errors.

use uri::template::{ExpandErrorKind, MaxLength, Operator, Template, TemplateItem, Value};
use uri::{Reference, WriteError};

/// The variables of RFC 6570 section 3.2, those of its sections 1.2 and 2.4 among them.
fn of_the_rfc(name: &str) -> Option<Value<'static>> {
    Some(match name {
        "count" => Value::from(&["one", "two", "three"]),
        "dom" => Value::from(&["example", "com"]),
        "dub" => Value::from("me/too"),
        "hello" => Value::from("Hello World!"),
        "half" => Value::from("50%"),
        "var" => Value::from("value"),
        "who" => Value::from("fred"),
        "base" => Value::from("http://example.com/\u{68}ome/"),
        "path" => Value::from("/foo/bar"),
        "list" => Value::from(&["red", "green", "blue"]),
        "keys" => Value::from(&[("semi", ";"), ("dot", "."), ("comma", ",")]),
        "v" => Value::from("6"),
        "x" => Value::from("1024"),
        "y" => Value::from("768"),
        "empty" => Value::from(""),
        "empty_keys" => Value::from(&[] as &[(&str, &str)]),
        _ => return None,
    })
}

#[track_caller]
fn check(table: &[(&str, &str)], values: impl Fn(&str) -> Option<Value<'static>>) {
    for &(template, expected) in table {
        let expansion = Template::parse(template).unwrap();
        let expansion = expansion.expand(&values).unwrap_or_else(|why| panic!("{template}: {why}"));
        assert_eq!(expansion.to_string(), expected, "{template}");
        assert_eq!(expansion.text_len(), expected.len(), "{template}");
    }
}

#[test]
fn levels_of_section_1_2() {
    let table = [
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{+var}", "value"),
        ("{+hello}", "Hello%20World!"),
        ("{+path}/here", "/foo/bar/here"),
        ("here?ref={+path}", "here?ref=/foo/bar"),
        ("X{#var}", "X#value"),
        ("X{#hello}", "X#Hello%20World!"),
        ("map?{x,y}", "map?1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("{+x,hello,y}", "1024,Hello%20World!,768"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("X{.var}", "X.value"),
        ("X{.x,y}", "X.1024.768"),
        ("{/var}", "/value"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{;x,y}", ";x=1024;y=768"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{?x,y}", "?x=1024&y=768"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&x,y,empty}", "&x=1024&y=768&empty="),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{#path:6}/here", "#/foo/b/here"),
        ("X{.var:3}", "X.val"),
        ("{/var:1,var}", "/v/value"),
        ("{;hello:5}", ";hello=Hello"),
        ("{?var:3}", "?var=val"),
        ("{&var:3}", "&var=val"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn variables_of_section_3_2_1() {
    let table = [
        ("{count}", "one,two,three"),
        ("{count*}", "one,two,three"),
        ("{/count}", "/one,two,three"),
        ("{/count*}", "/one/two/three"),
        ("{;count}", ";count=one,two,three"),
        ("{;count*}", ";count=one;count=two;count=three"),
        ("{?count}", "?count=one,two,three"),
        ("{?count*}", "?count=one&count=two&count=three"),
        ("{&count*}", "&count=one&count=two&count=three"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn simple_strings_of_section_3_2_2() {
    let table = [
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn reserved_characters_of_section_3_2_3() {
    let table = [
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/\u{68}ome/index"),
        ("O{+empty}X", "OX"),
        ("O{+undef}X", "OX"),
        ("up{+path}{var}/here", "up/foo/barvalue/here"),
        ("{+list}", "red,green,blue"),
        ("{+list*}", "red,green,blue"),
        ("{+keys}", "semi,;,dot,.,comma,,"),
        ("{+keys*}", "semi=;,dot=.,comma=,"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn fragments_of_section_3_2_4() {
    let table = [
        ("{#var}", "#value"),
        ("{#hello}", "#Hello%20World!"),
        ("{#half}", "#50%25"),
        ("foo{#empty}", "foo#"),
        ("foo{#undef}", "foo"),
        ("{#list}", "#red,green,blue"),
        ("{#list*}", "#red,green,blue"),
        ("{#keys}", "#semi,;,dot,.,comma,,"),
        ("{#keys*}", "#semi=;,dot=.,comma=,"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn labels_and_segments_of_sections_3_2_5_and_3_2_6() {
    let table = [
        ("{.who}", ".fred"),
        ("{.who,who}", ".fred.fred"),
        ("{.half,who}", ".50%25.fred"),
        ("www{.dom*}", "www.example.com"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        ("X{.list}", "X.red,green,blue"),
        ("X{.list*}", "X.red.green.blue"),
        ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"),
        ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
        ("X{.empty_keys}", "X"),
        ("X{.empty_keys*}", "X"),
        ("{/who}", "/fred"),
        ("{/who,who}", "/fred/fred"),
        ("{/half,who}", "/50%25/fred"),
        ("{/who,dub}", "/fred/me%2Ftoo"),
        ("{/var,empty}", "/value/"),
        ("{/var,undef}", "/value"),
        ("{/list}", "/red,green,blue"),
        ("{/list*}", "/red/green/blue"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/keys}", "/semi,%3B,dot,.,comma,%2C"),
        ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
    ];
    check(&table, of_the_rfc);
}

#[test]
fn parameters_of_sections_3_2_7_to_3_2_9() {
    let table = [
        ("{;who}", ";who=fred"),
        ("{;half}", ";half=50%25"),
        ("{;empty}", ";empty"),
        ("{;v,empty,who}", ";v=6;empty;who=fred"),
        ("{;v,bar,who}", ";v=6;who=fred"),
        ("{;x,y,undef}", ";x=1024;y=768"),
        ("{;list}", ";list=red,green,blue"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
        ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
        ("{?who}", "?who=fred"),
        ("{?half}", "?half=50%25"),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?list}", "?list=red,green,blue"),
        ("{?list*}", "?list=red&list=green&list=blue"),
        ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
        ("{&who}", "&who=fred"),
        ("{&half}", "&half=50%25"),
        ("{&x,y,undef}", "&x=1024&y=768"),
        ("{&list}", "&list=red,green,blue"),
        ("{&list*}", "&list=red&list=green&list=blue"),
        ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"),
        ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
    ];
    check(&table, of_the_rfc);
}

/// The tests of the public test suite that are not examples of the RFC.
#[test]
fn extended_tests() {
    let values = |name: &str| {
        Some(match name {
            "id" => Value::from("person"),
            "ids" => Value::from(&["person", "albums"]),
            "fields" => Value::from(&["id", "name", "picture"]),
            "q" => Value::from("URI Templates"),
            "geocode" => Value::from(&["37.76", "-122.427"]),
            "last.name" => Value::from("Doe"),
            "Some%20Thing" => Value::from("foo"),
            "uri" => Value::from("http://example.org/?uri=http%3A%2F%2Fexample.org%2F"),
            "Stra%C3%9Fe" => Value::from("Grüner Weg"),
            "random" => Value::from("š€‡ÿ"),
            "special" => Value::from(&[("šö€", "Ö×")]),
            "none" => Value::from(&[] as &[&str]),
            "42" => Value::from("Life, and Everything"),
            "german" => Value::from(&[("11", "elf"), ("12", "zwölf")]),
            "escaped" => Value::from("admin%2F"),
            "percent" => Value::from("%foo"),
            "list" => Value::from(&["red%25", "%2Fgreen", "blue "]),
            "keys" => Value::from(&[("key1", "val1%2F"), ("key2", "val2%2F")]),
            _ => return None,
        })
    };
    let table = [
        ("{/id*}{?fields,locale,last.name}", "/person?fields=id,name,picture&last.name=Doe"),
        ("/search{?q,geocode}", "/search?q=URI%20Templates&geocode=37.76,-122.427"),
        ("/test{/Some%20Thing}", "/test/foo"),
        ("/test{/Some%20thing}", "/test"),
        (
            "/go{?uri}",
            "/go?uri=http%3A%2F%2Fexample.org%2F%3Furi%3Dhttp%253A%252F%252Fexample.org%252F",
        ),
        ("/lookup{?Stra%C3%9Fe}", "/lookup?Stra%C3%9Fe=Gr%C3%BCner%20Weg"),
        ("{random}", "%C5%A1%E2%82%AC%E2%80%A1%C3%BF"),
        ("{?special*}", "?%C5%A1%C3%B6%E2%82%AC=%C3%96%C3%97"),
        ("{/ids*}", "/person/albums"),
        ("a{/none}{/none*}{?none}{?none*}{#none}", "a"),
        ("{?42}", "?42=Life%2C%20and%20Everything"),
        ("{?german*}", "?11=elf&12=zw%C3%B6lf"),
        ("{?id}{&keys*}", "?id=person&key1=val1%252F&key2=val2%252F"),
        ("{+escaped}{#escaped}{escaped}", "admin%2F#admin%2Fadmin%252F"),
        ("{+percent}{#percent}{percent}", "%25foo#%25foo%25foo"),
        ("{+list}", "red%25,%2Fgreen,blue%20"),
        ("{#list*}", "#red%25,%2Fgreen,blue%20"),
        ("{list}", "red%2525,%252Fgreen,blue%20"),
        ("{+keys}", "key1,val1%2F,key2,val2%2F"),
        ("{keys}", "key1,val1%252F,key2,val2%252F"),
    ];
    check(&table, values);
}

#[test]
fn text_outside_of_expressions_is_escaped_once() {
    // Section 3.1.
    let table = [
        ("", ""),
        ("/a%20b%C3%A4", "/a%20b%C3%A4"),
        ("/ä/\u{E000}\u{10FFFD}", "/%C3%A4/%EE%80%80%F4%8F%BF%BD"),
        ("[a](b)!$&*+,;=:@?#~", "[a](b)!$&*+,;=:@?#~"),
    ];
    check(&table, |_| None);
}

#[test]
fn empty_members_are_members() {
    let values = |name: &str| {
        Some(match name {
            "one" => Value::from(&[""]),
            "two" => Value::from(&["", "a"]),
            "pairs" => Value::from(&[("", ""), ("k", "")]),
            _ => return None,
        })
    };
    let table = [
        ("[{one}][{one*}]", "[][]"),
        ("{/one}{/one*}", "//"),
        ("{;one}{;one*}", ";one=;one"),
        ("{?one}{&one*}", "?one=&one="),
        ("[{two}][{/two*}][{;two*}]", "[,a][//a][;two;two=a]"),
        ("[{pairs}][{pairs*}][{;pairs*}][{?pairs*}]", "[,,k,][=,k=][;;k][?=&k=]"),
    ];
    check(&table, values);
}

#[test]
fn names_of_exploded_pairs_are_written_like_literals() {
    // Section 3.2.1: only if names are written.
    let values = |_: &str| Some(Value::from(&[("a&b%41ä", "&%41")]));
    let table = [
        ("{?k*}", "?a&b%41%C3%A4=%26%2541"),
        ("{k*}", "a%26b%2541%C3%A4=%26%2541"),
        ("{?k}", "?k=a%26b%2541%C3%A4,%26%2541"),
    ];
    check(&table, values);
}

#[test]
fn prefixes_are_of_characters() {
    let values = |name: &str| {
        Some(match name {
            "t" => Value::from("äö€𝄞x"),
            // Escapes of `ä`, of half a character twice, of 0xFF, and no escape.
            "e" => Value::from("%C3%A4%C3%E2%82%FF%4"),
            "long" => Value::from("%F0%9D%84%9E%41"),
            _ => return None,
        })
    };
    let table = [
        ("{t:1}", "%C3%A4"),
        ("{+t:3}", "%C3%A4%C3%B6%E2%82%AC"),
        ("{t:4}", "%C3%A4%C3%B6%E2%82%AC%F0%9D%84%9E"),
        ("{t:5}", "%C3%A4%C3%B6%E2%82%AC%F0%9D%84%9Ex"),
        ("{t:9999}", "%C3%A4%C3%B6%E2%82%AC%F0%9D%84%9Ex"),
        // Where escapes stay, those of a character are one character.
        ("{e:1}", "%25"),
        ("{e:3}", "%25C3"),
        ("{+e:1}", "%C3%A4"),
        ("{+e:2}", "%C3%A4%C3"),
        ("{+e:3}", "%C3%A4%C3%E2"),
        ("{+e:5}", "%C3%A4%C3%E2%82%FF"),
        ("{+e:6}", "%C3%A4%C3%E2%82%FF%25"),
        ("{+e:7}", "%C3%A4%C3%E2%82%FF%254"),
        ("{+long:1}", "%F0%9D%84%9E"),
        ("{#long:2}", "#%F0%9D%84%9E%41"),
    ];
    check(&table, values);
}

#[test]
fn texts_that_are_not_templates() {
    let table = [
        ("{/id*", 5),
        ("/id*}", 4),
        ("{/?id}", 2),
        ("{var:prefix}", 5),
        ("{hello:2*}", 8),
        ("{??hello}", 2),
        ("{$var}", 1),
        ("{*keys?}", 1),
        ("{?empty=default,var}", 7),
        ("{var}{-prefix|/-/|var}", 6),
        ("?q={searchTerms}&amp;c={example:color?}", 32),
        ("x{?empty|foo=none}", 8),
        ("/h{#hello+}", 9),
        ("/h#{hello+}", 9),
        ("{;keys:1*}", 8),
        ("?{-join|&|var,list}", 2),
        ("/people/{~thing}", 9),
        ("{?default-graph-uri*}", 9),
        ("/sparql{?query){&x}", 14),
        ("/resolution{?x, y}", 15),
        ("{}", 1),
        ("{+}", 2),
        ("{a,}", 3),
        ("{.a}{a.}", 7),
        ("{a..b}", 3),
        ("{a:0}", 3),
        ("{a:12345}", 7),
        ("{%4}", 3),
        ("{ä}", 1),
        ("a b", 1),
        ("50%", 3),
        ("a\"b", 1),
        ("{{a}}", 1),
    ];
    for (text, offset) in table {
        assert_eq!(Template::parse(text).unwrap_err().offset(), offset, "{text}");
    }
}

/// The RFC's grammar excludes the apostrophe, its erratum 6937 does not.
#[test]
fn apostrophes_are_literals_by_erratum_6937() {
    let id = |name: &str| (name == "id").then_some(Value::from("a'b"));
    check(&[("/users('{id}')", "/users('a%27b')"), ("'{+id}'", "'a'b'")], id);
}

#[test]
fn errors_of_expansion() {
    use ExpandErrorKind::{PrefixOfMany, ReservedOperator};
    let table = [
        ("{!hello}", ReservedOperator, 1),
        ("{=path}", ReservedOperator, 1),
        ("{var}{|var*}", ReservedOperator, 6),
        ("{@undef}", ReservedOperator, 1),
        ("ä{,x}", ReservedOperator, 3),
        ("{keys:1}", PrefixOfMany, 1),
        ("{+x:1,list,list:1}", PrefixOfMany, 11),
        // The first error is reported.
        ("{list:1}{!a}", PrefixOfMany, 1),
    ];
    for (template, kind, offset) in table {
        let error = Template::new(template).expand(of_the_rfc).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{template}");
    }
    // An undefined value is neither a list nor pairs.
    check(&[("{undef:3}{empty_keys:3}", "")], of_the_rfc);
}

#[test]
fn parts_of_templates() {
    let template = Template::new("/ä%41{?a:12,b*,c}{x.y}");
    let items: Vec<&str> = template.items().map(TemplateItem::as_str).collect();
    assert_eq!(items, ["/", "ä", "%41", "{?a:12,b*,c}", "{x.y}"]);
    let names: Vec<&str> = template.variables().map(|it| it.name().as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "x.y"]);
    let lengths = template.variables().map(|it| it.max_length().map(MaxLength::value));
    assert_eq!(lengths.collect::<Vec<_>>(), [Some(12), None, None, None]);
    let operators = template.expressions().map(|it| it.operator().map(Operator::as_str));
    assert_eq!(operators.collect::<Vec<_>>(), [Some("?"), None]);
}

#[test]
fn values_by_name() {
    let values = [("a", Value::from("1")), ("A", Value::from("2")), ("a", Value::from("3"))];
    let expand = |template| Template::new(template).expand(&values[..]).unwrap().to_string();
    assert_eq!(expand("{a}{A}{b}"), "12");
}

#[test]
fn expansions_in_buffers() {
    let template = Template::new("/{hello}{?x}");
    let expansion = template.expand(of_the_rfc).unwrap();
    let text = "/Hello%20World%21?x=1024";
    let mut buffer = [0; 24];
    assert_eq!(
        expansion.write_in(&mut buffer[..23]),
        Err(WriteError::BufferTooSmall { needed: 24 })
    );
    let reference = Reference::parse(expansion.write_in(&mut buffer).unwrap()).unwrap();
    assert_eq!(reference.as_str(), text);
}

/// A closure that returns different values is a mistake, but must not cause a panic.
#[test]
fn values_that_change_between_calls() {
    use std::cell::Cell;
    let calls = Cell::new(0);
    let values = |_: &str| {
        calls.set(calls.get() + 1);
        Some(if calls.get() == 1 { Value::from("text") } else { Value::from(&["one", "two"]) })
    };
    let expansion = Template::new("{?x:2}").expand(values).unwrap();
    assert_eq!(expansion.to_string(), "?x=one,two");
}

#[cfg(feature = "alloc")]
#[test]
fn owned_values() {
    use std::collections::BTreeMap;
    let list = vec!["a b".to_owned(), String::new()];
    let pairs = vec![("k".to_owned(), "v".to_owned())];
    let map: BTreeMap<String, String> = pairs.iter().cloned().collect();
    let values = [
        ("list", Value::from(&list)),
        ("pairs", Value::from(&pairs)),
        ("map", Value::from(&map)),
        ("text", Value::from(&list[0])),
    ];
    let expansion = Template::new("{/list*}{?pairs*}{&map*,text}").expand(&values).unwrap();
    assert_eq!(expansion.to_string(), "/a%20b/?k=v&k=v&text=a%20b");
    let expansion = Template::new("{&text}").expand(&values.to_vec()).unwrap().to_string();
    assert_eq!(expansion, "&text=a%20b");
}
