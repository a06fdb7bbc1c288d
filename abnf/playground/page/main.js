// The page: converts input to questions, and displays answers.

import { ask, forget, load } from "./ask.js";
import * as editor from "./editor.js";
import { id, later, make } from "./element.js";
import * as looks from "./looks.js";
import * as share from "./share.js";
import * as texts from "./texts.js";

const TABS = [...id("tabs").children].map(tab => tab.getAttribute("aria-controls"));
const files = {};
let examples = [];
let tab = "diagram";
let seed = 1;
// The rule to select as soon as the grammar has it.
let wanted = "";

const grammar = (text = id("grammar").value) => {
  // Other examples can be imported.
  const imported = Object.entries(files).filter(([name]) => text.includes(name));
  return { name: "grammar.abnf", text, notation: id("notation").value, extract: id("extract").checked, files: Object.fromEntries(imported) };
};

const rule = () => id("rule").value;

// Everything depends on the grammar.
const grammarChanged = async () => {
  forget();
  id("state").textContent = "";
  busy(true);
  const waits = setTimeout(() => (id("summary").textContent = "Checking …"), 500);
  const result = await ask("check", { question: "check", grammar: grammar(), notes: id("notes").checked });
  clearTimeout(waits);
  if (result === null) return;
  busy(false);
  if (result.problem !== undefined) {
    id("summary").textContent = result.problem;
    id("findings").replaceChildren();
  } else {
    editor.show(result.answer.findings, grammarChanged);
    fillRules(result.answer.rules);
  }
  ruleChanged();
};

const busy = isBusy => document.body.classList.toggle("busy", isBusy);

const fillRules = names => {
  const chosen = names.find(name => name.toLowerCase() === (wanted || rule()).toLowerCase());
  id("rule").replaceChildren(...names.map(name => make("option", { value: name }, name)));
  id("rule").value = chosen ?? names[0] ?? "";
  // If the selected rule is missing for the moment, it is selected again later.
  wanted = chosen === undefined ? wanted : "";
};

const choose = name => {
  const known = [...id("rule").options].find(option => option.value.toLowerCase() === name.toLowerCase());
  if (!known) return;
  id("rule").value = known.value;
  wanted = "";
  ruleChanged();
};

const ruleChanged = () => {
  textsChanged();
  lookChanged();
};

const textsChanged = async () => {
  const question = { question: "explain", grammar: grammar(), rule: rule(), texts: texts.values(), escapes: id("escapes").checked };
  if (rule() === "") return texts.show({ problem: "There is no rule." });
  const result = await ask("explain", question);
  if (result !== null) texts.show(result);
};

// The number of texts that show a difference.
const number = () => Math.min(100, Math.max(1, Math.trunc(Number(id("count").value)) || 1));

// The fields of the question of each tab.
const QUESTIONS = {
  diagram: () => ({ rule: rule(), width: Math.max(320, Math.min(900, id("diagram").clientWidth - 8)) }),
  samples: () => ({ rule: rule(), kind: id("kind").value, seed }),
  rules: () => ({}),
  diff: () => {
    const whole = { other: grammar(id("other").value), count: number() };
    const parts = id("parts").value.split(/[\s,]+/).filter(it => it !== "");
    return parts.length === 0 ? whole : { question: "diff-parts", parts, ...whole };
  },
  automaton: () => ({ rule: rule() }),
  generate: () => ({ rules: id("exported").value === "one" ? [rule()] : [] }),
};

const take = text => {
  id("escapes").checked = id("escapes").checked || text.includes("\\");
  texts.setValues([...texts.values().filter(it => it !== ""), text]);
  textsChanged();
};

const ANSWERS = {
  ...looks,
  samples: answer => looks.samples(answer, take),
  rules: answer => looks.rules(answer, choose),
  "diff-parts": looks.parts,
};

const lookChanged = async () => {
  const name = tab;
  const place = id(name).querySelector(".answer");
  const waits = setTimeout(() => place.replaceChildren(make("p", { class: "remark" }, "…")), 500);
  const question = { question: name, grammar: grammar(), ...QUESTIONS[name]() };
  const result = await ask("look", question);
  clearTimeout(waits);
  if (result === null) return;
  const children = result.problem === undefined
    ? ANSWERS[question.question](result.answer)
    : [make("p", { class: "bad" }, result.problem)];
  place.replaceChildren(...children);
};

const openTab = name => {
  tab = name;
  for (const other of TABS) {
    const button = id(`tab-${other}`);
    button.setAttribute("aria-selected", String(other === name));
    button.tabIndex = other === name ? 0 : -1;
    id(other).hidden = other !== name;
  }
};

const openExample = index => {
  const { text, notation, rule, texts, escapes } = examples[index];
  setState({ grammar: text, notation, rule, texts, escapes });
};

const state = () => ({
  grammar: id("grammar").value,
  notation: id("notation").value,
  extract: id("extract").checked,
  rule: rule(),
  texts: texts.values(),
  escapes: id("escapes").checked,
  tab,
  other: id("other").value === id("grammar").value ? undefined : id("other").value,
  parts: id("parts").value || undefined,
  count: number() === 1 ? undefined : String(number()),
});

// A link may come from anywhere, so invalid parts of the state are ignored.
const setState = state => {
  id("shared").textContent = "";
  const text = (value, otherwise) => (typeof value === "string" ? value : otherwise);
  const all = Array.isArray(state.texts) ? state.texts.filter(it => typeof it === "string") : [];
  editor.setText(text(state.grammar, ""));
  id("notation").value = text(state.notation, "auto");
  if (id("notation").selectedIndex < 0) id("notation").value = "auto";
  id("extract").checked = state.extract === true;
  id("escapes").checked = state.escapes === true;
  id("other").value = text(state.other, text(state.grammar, ""));
  id("parts").value = text(state.parts, "");
  id("count").value = text(state.count, "1");
  wanted = text(state.rule, "");
  texts.setValues(all.slice(0, 50));
  openTab(TABS.includes(state.tab) ? state.tab : tab);
  grammarChanged();
};

const copyLink = async () => {
  history.replaceState(null, "", await share.fragment(state()));
  const copied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
  id("shared").textContent = copied ? "Copied." : "It is in the address bar.";
};

// Restores the state in the address. Returns whether there is one.
const followLink = async () => {
  try {
    const shared = await share.state(location.hash);
    if (shared !== null) setState(Object(shared));
    return shared !== null;
  } catch (error) {
    id("shared").textContent = `The link cannot be read: ${error.message}`;
    return false;
  }
};

const listen = () => {
  editor.start(later(250, grammarChanged));
  texts.start(later(100, textsChanged));
  for (const name of ["notation", "extract", "notes"]) id(name).addEventListener("change", grammarChanged);
  id("rule").addEventListener("change", () => {
    wanted = "";
    ruleChanged();
  });
  id("escapes").addEventListener("change", textsChanged);
  for (const name of ["kind", "exported"]) id(name).addEventListener("change", lookChanged);
  id("again").addEventListener("click", () => {
    seed += 1;
    lookChanged();
  });
  for (const name of ["other", "parts", "count"]) id(name).addEventListener("input", later(250, lookChanged));
  id("keep").addEventListener("click", () => {
    id("other").value = id("grammar").value;
    lookChanged();
  });
  id("example").addEventListener("change", () => {
    history.replaceState(null, "", location.pathname);
    openExample(Number(id("example").value));
  });
  id("share").addEventListener("click", copyLink);
  for (const name of TABS) {
    id(`tab-${name}`).addEventListener("click", () => {
      openTab(name);
      lookChanged();
    });
  }
  id("tabs").addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const name = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    id(`tab-${name}`).focus();
    id(`tab-${name}`).click();
    event.preventDefault();
  });
  // Boxes of a diagram are links to the diagrams of their rules.
  id("diagram").addEventListener("click", event => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    choose(decodeURIComponent(link.getAttribute("href") ?? link.getAttribute("xlink:href")).replace(/\.svg$/, ""));
  });
  window.addEventListener("resize", later(250, () => {
    if (tab === "diagram") lookChanged();
  }));
  window.addEventListener("hashchange", followLink);
};

const begin = async () => {
  const [list] = await Promise.all([fetch("examples.json").then(it => it.json()), load("playground.wasm")]);
  examples = list;
  for (const group of new Set(examples.map(it => it.group))) {
    const members = examples.filter(it => it.group === group);
    const options = members.map(it => make("option", { value: examples.indexOf(it) }, it.title));
    id("example").append(make("optgroup", { label: group }, ...options));
  }
  for (const { file, text } of examples) files[file] = text;
  listen();
  openTab(tab);
  const problem = await followLink().then(followed => (followed ? null : id("shared").textContent));
  if (problem !== null) {
    openExample(0);
    id("shared").textContent = problem;
  }
  document.body.classList.add("ready");
};

begin().catch(error => {
  id("state").textContent = `The page cannot be loaded: ${error.message}. It has to come from a web server.`;
});
