//! The functions of SQL against the accessors of the crate, line by line, and the queries of a user.

use abnf_syslog::{Syslog, Timestamp};
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::prelude::{SessionConfig, SessionContext};
use std::sync::Arc;

/// What a query returns for a row.
type Row = Vec<Option<String>>;

/// Returns a context with the functions and the table `lines`, whose rows keep their order.
fn context(lines: &[Option<String>]) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(1);
    let mut context = SessionContext::new_with_config(config);
    abnf_syslog_datafusion::register(&mut context).unwrap();
    let lines: ArrayRef = Arc::new(StringViewArray::from_iter(lines));
    let table = RecordBatch::try_from_iter_with_nullable([("line", lines, true)]).unwrap();
    context.register_batch("lines", table).unwrap();
    context
}

async fn rows(context: &SessionContext, query: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for batch in context.sql(query).await.unwrap().collect().await.unwrap() {
        for row in 0..batch.num_rows() {
            let cell = |column: &ArrayRef| {
                let is_null = column.is_null(row);
                (!is_null).then(|| array_value_to_string(column, row).unwrap())
            };
            rows.push(batch.columns().iter().map(cell).collect());
        }
    }
    rows
}

fn row<const N: usize>(cells: [Option<&str>; N]) -> Row {
    cells.map(|cell| cell.map(str::to_owned)).into()
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).unwrap() % end
    }

    fn choose<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Messages, some of which have a wrong byte; and rows without a text.
fn lines(count: usize) -> Vec<Option<String>> {
    let random = &mut Random(1);
    let line = |_| {
        let fields = [
            format!("<{}>{}", random.below(200), random.choose(&["1", "2", "99", "999"])),
            random
                .choose(&["-", "2024-02-29T23:59:59Z", "2003-10-11T22:14:15.003-07:00"])
                .to_owned(),
            random.choose(&["-", "h", "mymachine.example.com"]).to_owned(),
            random.choose(&["-", "su", "a-program-with-a-name"]).to_owned(),
            random.choose(&["-", "1", "8710"]).to_owned(),
            random.choose(&["-", "ID47"]).to_owned(),
            random.choose(&["-", "[a@1]", r#"[a@1 b="c"][d e="\"\\\]"]"#]).to_owned(),
        ];
        let message = random.choose(&["", " ", " text", " an \u{E4}pfel of many bytes \u{1F34E}"]);
        let mut line = fields.join(" ") + message;
        if random.below(3) == 0 {
            let at = random.below(line.len());
            if line.is_char_boundary(at) && line.is_char_boundary(at + 1) {
                line.replace_range(
                    at..=at,
                    random.choose(&["", " ", "]", "\"", "-", "0", "Z", "\u{E9}"]),
                );
            }
        }
        (random.below(50) != 0).then_some(line)
    };
    let mut lines: Vec<_> = (0..count).map(line).collect();
    lines.push(Some(String::new()));
    lines
}

#[tokio::test]
async fn functions_return_what_accessors_return() {
    let lines = lines(3000);
    let context = context(&lines);
    let parts = "SELECT syslog_is_match(line), syslog_timestamp(line), syslog_hostname(line), \
                 syslog_app_name(line), syslog_procid(line), syslog_msgid(line), syslog_message(line), \
                 syslog_parts(line)['prival'], syslog_parts(line)['hostname'] FROM lines";
    let values = "SELECT syslog_values(line)['prival'], syslog_values(line)['version'], \
                  date_values(timestamp_full_date(syslog_timestamp(line)))['month'], \
                  syslog_error(line)['offset'], syslog_error(line)['message'] FROM lines";
    let (parts, values) = (rows(&context, parts).await, rows(&context, values).await);
    let (mut matches, mut dates) = (0, 0);
    assert_eq!((parts.len(), values.len()), (lines.len(), lines.len()));
    for (index, line) in lines.iter().enumerate() {
        let Some(line) = line else {
            assert_eq!((&parts[index], &values[index]), (&vec![None; 9], &vec![None; 5]));
            continue;
        };
        let (expected_parts, expected_values) = match Syslog::parse(line) {
            Ok(it) => {
                let month = it.timestamp().map(|it| it.full_date().month().value().to_string());
                matches += 1;
                dates += usize::from(month.is_some());
                let prival = it.prival();
                let parts = row([
                    Some("true"),
                    it.timestamp().map(Timestamp::as_str),
                    it.hostname().map(|it| it.as_str()),
                    it.app_name().map(|it| it.as_str()),
                    it.procid().map(|it| it.as_str()),
                    it.msgid().map(|it| it.as_str()),
                    it.message().map(|it| it.as_str()),
                    Some(prival.as_str()),
                    it.hostname().map(|it| it.as_str()),
                ]);
                let (prival, version) =
                    (prival.value().to_string(), it.version().value().to_string());
                (parts, vec![Some(prival), Some(version), month, None, None])
            }
            Err(error) => {
                let (offset, message) = (error.offset().to_string(), error.to_string());
                let mut parts = vec![None; 9];
                parts[0] = Some("false".to_owned());
                (parts, vec![None, None, None, Some(offset), Some(message)])
            }
        };
        assert_eq!((&parts[index], &values[index]), (&expected_parts, &expected_values), "{line}");
    }
    assert!(500 < matches && matches < lines.len() - 500 && 300 < dates, "{matches}, {dates}");
}

#[tokio::test]
async fn severities_programs_and_errors() {
    let lines: Vec<&str> = include_str!("../../messages.log").lines().collect();
    let context = context(&lines.iter().map(|it| Some((*it).to_owned())).collect::<Vec<_>>());
    let query = "SELECT syslog_values(line)['prival'] % 8 AS severity, syslog_app_name(line) AS app, \
                 count(*), min(CAST(syslog_timestamp(line) AS TIMESTAMP)) \
                 FROM lines WHERE syslog_is_match(line) GROUP BY severity, app ORDER BY severity, app";
    let expected = [
        row([Some("2"), Some("su"), Some("1"), Some("2024-02-28T22:14:15.003")]),
        row([Some("5"), Some("cron"), Some("1"), None]),
        row([Some("5"), Some("evntslog"), Some("2"), Some("2024-02-29T12:14:15.000003")]),
    ];
    assert_eq!(rows(&context, query).await, expected);
    let query = "SELECT date_values(timestamp_full_date(syslog_timestamp(line)))['day'] AS day, count(*) \
                 FROM lines WHERE syslog_is_match(line) GROUP BY day ORDER BY day NULLS LAST";
    let expected =
        [row([Some("28"), Some("1")]), row([Some("29"), Some("2")]), row([None, Some("1")])];
    assert_eq!(rows(&context, query).await, expected);
    let query = "SELECT line, syslog_error(line)['offset'], syslog_error(line)['message'] FROM lines \
                 WHERE NOT syslog_is_match(line)";
    let expected = lines[4..].iter().map(|line| {
        let error = Syslog::parse(line).unwrap_err();
        vec![Some((*line).to_owned()), Some(error.offset().to_string()), Some(error.to_string())]
    });
    assert_eq!(rows(&context, query).await, expected.collect::<Vec<_>>());
}

/// A rule of each kind of name: that of its type, and its own.
#[tokio::test]
async fn all_rules_have_functions() {
    let context = context(&[]);
    for (stem, columns) in &abnf_syslog_datafusion::RULES {
        let query = format!("SELECT {stem}_is_match(line), {stem}_error(line) FROM lines");
        context.sql(&query).await.unwrap_or_else(|error| panic!("{}: {error}", columns.rule));
    }
    let query = "SELECT date_is_match('2024-02-31'), time_offset_is_match('Z')";
    assert_eq!(rows(&context, query).await, [row([Some("true"), Some("true")])]);
}
