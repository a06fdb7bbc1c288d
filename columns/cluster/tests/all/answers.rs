//! A cluster answers as one process does.

use crate::cluster::{Cluster, Mode};
use crate::data::{HOSTS, PATHS, alone, messages, table, write};
use std::fs;

#[test]
fn a_cluster_answers_as_one_process() {
    for mode in [Mode::Ours, Mode::Ballistas] {
        let cluster = Cluster::new(2, mode);
        let urls = write(cluster.path("urls"), 8, 2_000);
        for query in [HOSTS, PATHS] {
            let output = cluster.sql(&urls, &[], query).finish();
            assert_eq!(table(&output), alone(&urls, query), "{mode:?}");
            assert_eq!(messages(&output), "", "{mode:?}");
        }
    }
}

/// Each kind of function in the expressions that executors run: of all rules, of structs, of lists.
#[test]
fn functions_are_known_everywhere() {
    let cluster = Cluster::new(1, Mode::Ours);
    let urls = write(cluster.path("urls"), 2, 30);
    let query = "SELECT uri_parts(url)['host'] AS a, uri_values(url)['path'] AS b, \
        uri_error(url)['offset'] AS c, array_length(make_array(url, url)) AS d, upper(url) AS e, \
        date_values(concat('2026-11-', substr(uri_path(url), 7)))['day'] AS f, \
        date_time_is_match(concat('2026-11-', substr(uri_path(url), 7), 'T00:00:00Z')) AS g \
        FROM urls ORDER BY url LIMIT 20";
    let output = cluster.sql(&urls, &[], query).finish();
    assert_eq!(table(&output), alone(&urls, query));
}

#[test]
fn files_of_other_formats() {
    let cluster = Cluster::new(1, Mode::Ours);
    let query = "SELECT uri_host(url) AS host FROM urls ORDER BY 1";
    let expected = "+------+\n| host |\n+------+\n| a.b  |\n| c    |\n+------+";
    let csv = "url,id\nhttp://a.b/,1\n//c,2\n";
    let json = "{\"url\": \"http://a.b/\"}\n{\"url\": \"//c\"}\n";
    for (name, text) in [("1.csv", csv), ("1.json", json), ("1.jsonl", json), ("1.ndjson", json)] {
        let path = cluster.path(name);
        fs::write(&path, text).unwrap();
        assert_eq!(table(&cluster.sql(&path, &[], query).finish()), expected, "{name}");
    }
    // As a URL, and in a folder, whose other files are not read.
    let url = format!("file://{}", cluster.path("1.csv").display());
    assert_eq!(table(&cluster.sql(url.as_ref(), &[], query).finish()), expected);
    let folder = cluster.path("folder");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("1.csv"), csv).unwrap();
    fs::write(folder.join("README"), "?").unwrap();
    let options = ["--format", "csv"];
    assert_eq!(table(&cluster.sql(&folder, &options, query).finish()), expected);
}
