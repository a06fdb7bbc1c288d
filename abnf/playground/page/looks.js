// The contents of the tabs: each function returns the elements for an answer.

import { count, id, make, shown } from "./element.js";

export const diagram = ({ svg, definition }) => {
  const figure = make("div", { class: "figure" });
  figure.innerHTML = svg;
  return [figure, make("pre", {}, make("code", {}, definition))];
};

export const samples = ({ texts, remark }, take) => {
  const item = text => {
    const button = make("button", { type: "button", title: "Take it as a text", click: () => take(text) }, "Take");
    return make("li", {}, shown(text), " ", button);
  };
  return [make("p", { class: "remark" }, `${remark}.`), make("ul", { class: "samples" }, ...texts.map(item))];
};

export const rules = (rows, choose) => {
  const head = ["Rule", "Line", "How it is matched", "Has the empty text", "Used by"];
  const cells = ({ rule, line, engine, states, empty, used_by }) => [
    make("button", { type: "button", class: "link", click: () => choose(rule) }, rule),
    line || "",
    states == null ? engine : `${engine}, ${count(states, "state")}`,
    empty == null ? "" : empty ? "yes" : "no",
    used_by.join(", "),
  ];
  return [table(head, rows.map(cells), [1])];
};

const RELATIONS = {
  "equal": "equal",
  "renamed": "equal, renamed",
  "subset": "fewer texts here",
  "superset": "more texts here",
  "differs": "different",
  "only-in-a": "only here",
  "only-in-b": "only in the second",
  "equal-up-to": "not decided",
  "not-compared": "not compared",
  "disjoint": "no common text",
};

export const diff = rows => {
  const isSame = ({ relation }) => relation === "equal";
  const changes = rows.filter(row => !isSame(row));
  const same = rows.length - changes.length;
  const remark = changes.length === 0
    ? `All ${same} rules have the same texts in both grammars.`
    : `${changes.length} of ${rows.length} rules are not equal.`;
  const name = ({ a, b }) => (a && b && a.toLowerCase() !== b.toLowerCase() ? `${a} = ${b}` : a ?? b);
  const example = ({ only_a, only_b, remark }) => {
    const parts = [];
    for (const text of only_a) parts.push(make("p", {}, "only here: ", shown(text)));
    for (const text of only_b) parts.push(make("p", {}, "only in the second: ", shown(text)));
    if (remark != null) parts.push(make("p", {}, remark));
    return make("div", {}, ...parts);
  };
  const cells = row => [name(row), RELATIONS[row.relation], example(row)];
  const answer = [make("p", { class: "remark" }, remark)];
  if (changes.length > 0) answer.push(table(["Rule", "Texts", "For example"], changes.map(cells), []));
  return answer;
};

// The parts that the two grammars find in different places of a text.
export const parts = rows => {
  if (rows.length === 0) return [make("p", { class: "remark" }, "No text of a rule that both grammars have has these parts.")];
  const changes = rows.filter(({ relation }) => relation !== "equal");
  if (changes.length === 0) return [make("p", { class: "remark" }, "All common texts have the same parts in both grammars.")];
  const places = (side, all) => all.flatMap(({ begin, text }) => [`${side} at byte ${begin}: `, shown(text), "; "]);
  const line = kind => ({ text, a, b }) => {
    const found = [...places("here", a), ...places("in the second", b)].slice(0, -1);
    return make("p", {}, `${kind}: `, shown(text), " (", ...found, ")");
  };
  const example = ({ only_a, only_b, elsewhere, remark }) => make(
    "div", {},
    ...only_a.map(line("found only here")),
    ...only_b.map(line("found only in the second")),
    ...elsewhere.map(line("found elsewhere")),
    remark == null ? null : make("p", {}, remark),
  );
  const name = ({ a, b }) => (a.toLowerCase() === b.toLowerCase() ? a : `${a} = ${b}`);
  const cells = row => [row.part, name(row), RELATIONS[row.relation], example(row)];
  const remark = `${changes.length} of ${rows.length} comparisons show a difference or are not decided.`;
  return [make("p", { class: "remark" }, remark), table(["Part", "Of", "Places", "For example"], changes.map(cells), [])];
};

export const automaton = ({ remark, picture, states }) => {
  const answer = [make("p", { class: "remark" }, remark)];
  if (picture != null) {
    const figure = make("div", { class: "figure" });
    figure.innerHTML = picture;
    answer.push(figure);
  }
  if (states.length > 0) {
    const edges = ({ edges }) => {
      const items = edges.map(({ on, to }) => make("li", {}, make("code", {}, on), ` → ${to}`));
      return make("ul", { class: "edges" }, ...items);
    };
    const cells = (state, index) => [index, state.accepting ? "yes" : "", edges(state)];
    const whole = table(["State", "Accepts", "Edges"], states.map(cells), [0]);
    answer.push(make("details", { open: picture == null }, make("summary", {}, "Table"), whole));
  }
  return answer;
};

// Keeps showing the file that was selected before, if there still is one of its name.
export const generate = files => {
  const select = id("file");
  const before = select.value;
  const code = make("code");
  const show = () => {
    code.textContent = files.find(({ path }) => path === select.value)?.text ?? "";
  };
  select.replaceChildren(...files.map(({ path }) => make("option", { value: path }, path)));
  const preferred = [before, files.find(({ path }) => path.startsWith("types/"))?.path, files[0]?.path];
  select.value = preferred.find(path => files.some(file => file.path === path)) ?? "";
  select.onchange = show;
  show();
  const lines = files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  const remark = `${files.length} files with ${lines} lines, as \`abnfc build --module\` writes them.`;
  return [make("p", { class: "remark" }, remark), make("pre", { class: "file" }, code)];
};

// `numeric` lists the columns of numbers.
const table = (head, rows, numeric) => {
  const style = index => (numeric.includes(index) ? "number" : null);
  const header = make("tr", {}, ...head.map((it, index) => make("th", { scope: "col", class: style(index) }, it)));
  const body = rows.map(cells => make("tr", {}, ...cells.map((it, index) => make("td", { class: style(index) }, it))));
  return make("div", { class: "table" }, make("table", {}, make("thead", {}, header), make("tbody", {}, ...body)));
};
