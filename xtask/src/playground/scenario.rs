//! A session with the page: typing, clicking, and following a link. The browser receives keyboard
//! and mouse events as from a user; the displayed text is read from the elements of the page.

use super::browser::Browser;
use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The timeout of an answer in seconds, far above the usual time.
const SECONDS: u32 = 20;

/// Runs the session with the page on a port.
pub(super) fn run(program: &Path, port: u16, pictures: Option<&Path>) -> anyhow::Result<()> {
    let address = format!("http://127.0.0.1:{port}/");
    let mut user = User { browser: Browser::open(program, &address)?, steps: 0 };
    user.sees("the page is ready", "document.body.classList.contains('ready')")?;
    findings(&mut user)?;
    texts(&mut user)?;
    looks(&mut user)?;
    link(&mut user)?;
    patience(&mut user)?;
    examples(&mut user)?;
    if let Some(folder) = pictures {
        user.takes_pictures(folder)?;
    }
    ensure!(user.browser.errors.is_empty(), "errors in the page: {:?}", user.browser.errors);
    println!("the page works: {} things seen", user.steps);
    Ok(())
}

const WRONG: &str = "pair = key \"=\" value\nkey = 1*ALPHA\nvalue = 1*DIGIT / qouted\nquoted = DQUOTE 1*ALPHA DQUOTE\n";

fn findings(user: &mut User) -> anyhow::Result<()> {
    user.types("#grammar", WRONG)?;
    user.sees(
        "the mistake is reported with its position",
        "text('#findings .error').includes('`qouted` is not defined') && text('#findings .place') === '3:19'",
    )?;
    user.sees("it is underlined", "text('#marks mark.error') === 'qouted'")?;
    user.sees("its line is marked", "text('#lines .error').trim() === '3'")?;
    user.clicks("#findings .place")?;
    user.sees("it is selected", "selected('#grammar') === 'qouted'")?;
    user.sees("rules without a mistake can be chosen", "options('#rule').includes('quoted')")?;
    user.types("#grammar", &WRONG.replace("qouted", "quoted"))?;
    user.sees("nothing is left to fix", "text('#summary') === 'No findings.'")?;
    user.types("#grammar", "a = 'x'\n")?;
    user.clicks("#findings .hint button")?;
    user.sees("a click applies the fix", "text('#summary') === 'No findings.'")?;
    user.types("#grammar", &WRONG.replace("qouted", "quoted"))?;
    user.sees("all rules are there", "options('#rule').join() === 'pair,key,value,quoted'")
}

fn texts(user: &mut User) -> anyhow::Result<()> {
    user.chooses("#rule", "pair")?;
    user.types("#texts textarea", "a=12")?;
    user.sees("a text matches", "verdicts()[0] === 'match'")?;
    user.sees("its parts are coloured", "text('#texts [title=\"value\"]') === '12'")?;
    user.sees("its parts have the colours of their rules", "hasColours('#texts .text .rule')")?;
    user.types("#texts textarea", "a=?")?;
    user.sees(
        "another text does not, and the position is shown",
        "text('#texts .bad').startsWith('invalid value at byte 2')",
    )?;
    user.sees("the place is marked", "text('#texts mark') === '?'")?;
    user.clicks("#more")?;
    user.types("#texts .row:last-child textarea", "b=\"c\"")?;
    user.sees("each text has its verdict", "verdicts().join() === 'mismatch,mismatch,match'")?;
    user.clicks("#texts .row:last-child summary")?;
    user.sees("the tree opens", "text('#texts details[open] .tree').includes('quoted')")?;
    user.chooses("#rule", "key")?;
    user.sees(
        "another rule, other verdicts",
        "verdicts().join() === 'mismatch,mismatch,mismatch'",
    )?;
    user.clicks("#texts .row:last-child .remove")?;
    user.sees("a text can be removed", "verdicts().length === 2")
}

fn looks(user: &mut User) -> anyhow::Result<()> {
    user.chooses("#rule", "pair")?;
    user.sees("the diagram has a box for each rule", "text('#diagram svg').includes('value')")?;
    user.clicks("#diagram a[*|href=\"value.svg\"]")?;
    user.sees(
        "a box leads to its rule",
        "chosen('#rule') === 'value' && text('#diagram pre').startsWith('value =')",
    )?;
    user.clicks("#tab-samples")?;
    user.sees("there are samples", "all('#samples li').length === 20")?;
    user.chooses("#kind", "near-miss")?;
    user.sees("there are near misses", "text('#samples .remark').includes('do not match')")?;
    user.clicks("#samples li button")?;
    user.sees("a click adds one, which does not match", "verdicts().at(-1) === 'mismatch'")?;
    user.clicks("#tab-rules")?;
    user.sees(
        "a table of the rules",
        "all('#rules tbody tr').length === 4 && text('#rules tbody').includes('regular')",
    )?;
    user.clicks("#rules tbody tr:nth-child(2) button")?;
    user.sees("a name in the table selects the rule", "chosen('#rule') === 'key'")?;
    user.clicks("#tab-diff")?;
    user.sees("there is a grammar to compare with", "field('#other').length > 0")?;
    user.clicks("#keep")?;
    user.sees("nothing has changed yet", "text('#diff .remark').startsWith('All 4 rules')")?;
    user.types("#other", &WRONG.replace("qouted", "quoted").replace("1*DIGIT", "1*4DIGIT"))?;
    user.sees("a change changes languages", "text('#diff tbody').includes('more texts here') && text('#diff tbody').includes('only here: 00000')")?;
    user.types("#count", "3")?;
    user.sees(
        "three texts, as requested",
        "text('#diff tbody tr:nth-child(2)').split('only here').length === 4",
    )?;
    user.types("#parts", "value, quoted")?;
    user.sees("parts are alike", "text('#diff .remark').startsWith('All common texts')")?;
    user.types("#other", &WRONG.replace("qouted", "DQUOTE 1*ALPHA DQUOTE"))?;
    user.sees(
        "a part that only one grammar finds, and where",
        "text('#diff tbody').includes('found only here: ') && text('#diff tbody').includes('here at byte 2: ')",
    )?;
    user.types("#parts", "nothing")?;
    user.sees("an unknown part is reported", "text('#diff .bad').includes('`nothing`')")?;
    user.types("#parts", "")?;
    user.clicks("#tab-automaton")?;
    user.sees("a small automaton is drawn", "all('#automaton svg circle').length === 4")?;
    user.clicks("#tab-generate")?;
    user.sees("there is code", "text('#generate .file').includes('@generated')")?;
    user.chooses("#file", "mod.rs")?;
    user.sees("of each file", "text('#generate .file').includes('mod runtime')")?;
    user.presses("ArrowRight")?;
    user.sees("arrow keys open tabs", "!hidden('#diagram') && hidden('#generate')")?;
    user.sees("with their contents", "text('#diagram svg').length > 0")
}

/// A link restores the state of the page.
fn link(user: &mut User) -> anyhow::Result<()> {
    user.clicks("#tab-automaton")?;
    user.sees("the tab is open", "!hidden('#automaton')")?;
    user.chooses("#rule", "quoted")?;
    user.clicks("#share")?;
    user.sees("there is a link", "location.hash.startsWith('#1.')")?;
    let shown = user.browser.value("[field('#grammar'), chosen('#rule'), field('#other')]")?;
    let address = user.browser.value("location.href")?;
    user.goes("about:blank")?;
    user.goes(address.as_str().context("an address is a text")?)?;
    user.sees("the page is ready again", "document.body.classList.contains('ready')")?;
    let condition = format!(
        "JSON.stringify([field('#grammar'), chosen('#rule'), field('#other')]) === {:?}",
        shown.to_string()
    );
    user.sees("it is as it was", &condition)?;
    user.sees("with the tab that was open", "all('#automaton svg circle').length > 0")?;
    user.browser.value("location.hash = '#1.AAAA'")?;
    user.sees("a broken link is reported", "text('#shared').startsWith('The link cannot be read')")
}

/// A long request does not block the next one, and does not run forever.
fn patience(user: &mut User) -> anyhow::Result<()> {
    let long = "(() => { one('#notes').checked = true; \
                one('#grammar').value = Array.from({ length: 4000 }, (_, i) => `a${i} = \"x\" [ a${i + 1} ]\\n`).join('') + 'a4000 = \"y\"\\n'; \
                one('#grammar').dispatchEvent(new Event('input')); })()";
    user.browser.value(long)?;
    user.sees("a long search continues", "text('#summary') === 'Checking …'")?;
    user.browser.value("import('./ask.js').then(it => { it.limit.seconds = 1; })")?;
    user.types("#grammar", "a = b\n")?;
    user.sees(
        "another grammar ends it",
        "text('#findings .error').includes('`b` is not defined')",
    )?;
    user.browser.value(long)?;
    user.sees(
        "a search that takes too long ends",
        "text('#summary').includes('longer than 1 seconds')",
    )?;
    let restore =
        "import('./ask.js').then(it => { it.limit.seconds = 10; one('#notes').checked = false; })";
    user.browser.value(restore)?;
    Ok(())
}

fn examples(user: &mut User) -> anyhow::Result<()> {
    let reference = user.browser.value(
        "all('#example option').find(it => it.textContent.startsWith('References')).value",
    )?;
    user.chooses("#example", reference.as_str().context("an index")?)?;
    user.sees(
        "an example may import another",
        "text('#summary') === 'No findings.' && chosen('#rule') === 'reference'",
    )?;
    user.sees("its texts match", "verdicts().join() === 'match,match'")?;
    user.chooses("#example", "0")?;
    user.sees("the first one again", "verdicts().join() === 'match,mismatch'")?;
    user.clicks("#tab-diagram")?;
    user.sees("with its diagram", "text('#diagram svg').includes('hour')")
}

/// The functions that the expressions above use.
const HELPERS: &str = "
    globalThis.all = it => [...document.querySelectorAll(it)];
    globalThis.one = it => document.querySelector(it);
    globalThis.text = it => one(it)?.textContent ?? '';
    globalThis.field = it => one(it).value;
    globalThis.chosen = field;
    globalThis.options = it => [...one(it).options].map(it => it.value);
    globalThis.selected = it => one(it).value.slice(one(it).selectionStart, one(it).selectionEnd);
    globalThis.hidden = it => one(it).hidden;
    globalThis.verdicts = () => all('#texts .row').map(it => it.dataset.verdict);
    globalThis.hasColours = it => new Set(all(it).map(it => getComputedStyle(it).backgroundColor)).size > 2;
    globalThis.until = async (condition, seconds) => {
        for (let i = 0; i < seconds * 20; i++) {
            if (condition()) return true;
            await new Promise(resolve => setTimeout(resolve, 50));
        }
        return false;
    };
";

struct User {
    browser: Browser,
    steps: usize,
}

impl User {
    /// Waits for a condition.
    fn sees(&mut self, what: &str, condition: &str) -> anyhow::Result<()> {
        self.browser.value(HELPERS)?;
        let found = self.browser.value(&format!("until(() => {condition}, {SECONDS})"))?;
        if found != Value::Bool(true) {
            let page = self.browser.value("document.body.innerText")?;
            let errors = &self.browser.errors;
            anyhow::bail!(
                "not seen: {what} ({condition}); errors: {errors:?}; the page:\n{}",
                page.as_str().unwrap_or_default()
            );
        }
        self.steps += 1;
        Ok(())
    }

    /// Moves to the middle of an element and clicks.
    fn clicks(&mut self, element: &str) -> anyhow::Result<()> {
        self.sees(&format!("{element} is there"), &format!("one({element:?})"))?;
        // Click again if an answer has moved the element.
        for _ in 0..10 {
            let place = self.browser.value(&format!(
                "(() => {{ const it = one({element:?}); it.scrollIntoView({{ block: 'center' }}); \
                 globalThis.isClicked = false; \
                 it.addEventListener('click', () => {{ globalThis.isClicked = true; }}, {{ capture: true, once: true }}); \
                 const {{ x, y, width, height }} = it.getBoundingClientRect(); \
                 return [x + width / 2, y + height / 2]; }})()"
            ))?;
            for kind in ["mousePressed", "mouseReleased"] {
                let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
                self.browser.call("Input.dispatchMouseEvent", &event)?;
            }
            if self.browser.value("globalThis.isClicked")? == Value::Bool(true) {
                return Ok(());
            }
        }
        anyhow::bail!("{element} cannot be clicked")
    }

    /// Replaces the contents of a field by a text.
    fn types(&mut self, field: &str, text: &str) -> anyhow::Result<()> {
        self.clicks(field)?;
        for kind in ["rawKeyDown", "keyUp"] {
            let key = json!({ "type": kind, "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"] });
            self.browser.call("Input.dispatchKeyEvent", &key)?;
        }
        self.browser.call("Input.insertText", &json!({ "text": text }))?;
        Ok(())
    }

    fn presses(&mut self, key: &str) -> anyhow::Result<()> {
        for kind in ["rawKeyDown", "keyUp"] {
            let code = if key == "ArrowRight" { 39 } else { 0 };
            let event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.browser.call("Input.dispatchKeyEvent", &event)?;
        }
        Ok(())
    }

    /// Selects an option of a list, which the browser draws outside of the page.
    fn chooses(&mut self, list: &str, value: &str) -> anyhow::Result<()> {
        self.sees(
            &format!("{value} can be chosen"),
            &format!("options({list:?}).includes({value:?})"),
        )?;
        self.browser.value(&format!(
            "one({list:?}).value = {value:?}; \
             one({list:?}).dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ))?;
        Ok(())
    }

    fn goes(&mut self, address: &str) -> anyhow::Result<()> {
        self.browser.call("Page.navigate", &json!({ "url": address }))?;
        Ok(())
    }

    /// Takes a screenshot.
    fn takes_pictures(&mut self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)?;
        for width in [380, 800, 1400] {
            for scheme in ["light", "dark"] {
                let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
                self.browser
                    .call("Emulation.setEmulatedMedia", &json!({ "features": features }))?;
                let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500 });
                self.browser.call("Emulation.setDeviceMetricsOverride", &size)?;
                for tab in ["diagram", "samples", "rules", "diff", "automaton", "generate"] {
                    self.browser.value(&format!("one('#tab-{tab}').click()"))?;
                    self.sees(
                        "the tab has an answer",
                        &format!("one('#{tab} .answer').childElementCount > 0"),
                    )?;
                    self.browser.value("new Promise(resolve => setTimeout(resolve, 600))")?;
                    let size = self.browser.call("Page.getLayoutMetrics", &json!({}))?;
                    let mut clip = size["cssContentSize"].clone();
                    clip["scale"] = 1.into();
                    let whole = json!({ "clip": clip, "captureBeyondViewport": true });
                    let picture = self.browser.call("Page.captureScreenshot", &whole)?;
                    let bytes = BASE64.decode(picture["data"].as_str().unwrap_or_default())?;
                    fs::write(folder.join(format!("{tab}-{width}-{scheme}.png")), bytes)?;
                }
            }
        }
        Ok(())
    }
}
