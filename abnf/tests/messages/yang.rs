//! The leaves of a module with their types.

use yang::ModuleStmt;
use yang::nodes::{BodyStmts, ContainerStmt, DataDefStmt, DataDefStmtKind};

const MODULE: &str = r#"module example-system {
  yang-version 1.1;
  namespace "urn:example:system";
  prefix sys;

  organization "Example Corp.";
  revision 2026-01-12 {
    description "First revision.";
  }

  container system {
    leaf host-name {
      type string {
        length "1..253";
      }
      mandatory true;
      description "The name of this " + "system";
    }
    list user {
      key "name";
      leaf name { type string; }
      leaf uid { type sys:id; units 'number'; }
    }
    leaf-list domain-search { type string; }
  }
}
"#;

/// Returns the name of a leaf and that of its type.
fn leaf(definition: DataDefStmt<'_>) -> Option<(String, String)> {
    let DataDefStmtKind::LeafStmt(leaf) = definition.kind() else { return None };
    let ty = leaf.type_stmts().next()?;
    let name = leaf.identifier_arg_str().identifier_arg().as_str();
    let ty = ty.identifier_ref_arg_str().identifier_ref_arg().as_str();
    Some((name.to_owned(), ty.to_owned()))
}

fn container<'t>(body: BodyStmts<'t>) -> Option<ContainerStmt<'t>> {
    body.data_def_stmts().find_map(|it| match it.kind() {
        DataDefStmtKind::ContainerStmt(container) => Some(container),
        _ => None,
    })
}

#[test]
fn leaves_have_names_and_types() -> Result<(), Box<dyn std::error::Error>> {
    let tree = ModuleStmt::parse(MODULE)?.tree()?;
    let module = tree.root();
    assert_eq!(module.identifier_arg_str().as_str(), "example-system");
    let header = module.module_header_stmts();
    let namespace = header.namespace_stmts().next().ok_or("no namespace")?;
    assert_eq!(namespace.uri_str().as_str(), "\"urn:example:system\"");
    let revision = module.revision_stmts().revision_stmts().next().ok_or("no revision")?;
    assert_eq!(revision.revision_date().as_str(), "2026-01-12");

    let container = container(module.body_stmts()).ok_or("no container")?;
    let pair = |name: &str, ty: &str| (name.to_owned(), ty.to_owned());
    let leaves: Vec<_> = container.data_def_stmts().filter_map(leaf).collect();
    assert_eq!(leaves, [pair("host-name", "string")]);
    let list = container.data_def_stmts().find_map(|it| match it.kind() {
        DataDefStmtKind::ListStmt(list) => Some(list),
        _ => None,
    });
    let list = list.ok_or("no list")?;
    let key = list.key_stmts().next().ok_or("no key")?;
    assert_eq!(key.key_arg_str().key_arg().as_str(), "name");
    let leaves: Vec<_> = list.data_def_stmts().filter_map(leaf).collect();
    assert_eq!(leaves, [pair("name", "string"), pair("uid", "sys:id")]);
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let changed = |from: &str, to: &str| {
        let offset = MODULE.find(from).expect("it is in the text");
        (MODULE.replacen(from, to, 1), offset)
    };
    // No semicolon before the brace.
    let (wrong, offset) = changed("type string; }", "type string }");
    let error = ModuleStmt::parse(&wrong).unwrap_err();
    assert_eq!((error.offset(), error.found()), (offset + 12, Some(b'}')), "{error}");
    let (wrong, offset) = changed("2026-01-12", "2026-1-12");
    let error = ModuleStmt::parse(&wrong).unwrap_err();
    assert_eq!((error.offset(), error.found()), (offset + 6, Some(b'-')), "{error}");
    // The names of statements are keywords.
    let (wrong, offset) = changed("leaf uid", "leaves uid");
    let error = ModuleStmt::parse(&wrong).unwrap_err();
    assert_eq!((error.offset(), error.found()), (offset + 6, Some(b' ')), "{error}");
}
