// The grammar with line numbers, underlined findings, and a list of findings below. The field overlays
// a copy of the text without colour, in which the findings are elements.

import { count, id, make } from "./element.js";

const field = id("grammar");
const lines = id("lines");
const marks = id("marks");
let findings = [];

// Calls `changed` after each change of the text. Old findings are no longer marked.
export const start = changed => {
  field.addEventListener("input", () => {
    findings = [];
    draw();
    changed();
  });
  field.addEventListener("scroll", follow);
};

export const setText = text => {
  field.value = text;
  field.scrollTop = field.scrollLeft = 0;
  findings = [];
  draw();
};

// Shows findings of the current text. `changed` is called after a finding has been fixed.
export const show = (found, changed) => {
  findings = found;
  draw();
  const numbers = ["error", "warning", "note"].map(severity => {
    const number = found.filter(finding => finding.severity === severity).length;
    return number === 0 ? null : count(number, severity);
  });
  id("summary").textContent = numbers.filter(it => it).join(", ") || "No findings.";
  id("findings").replaceChildren(...found.map(finding => item(finding, changed)));
};

const item = (finding, changed) => {
  const { severity, code, message, line, column, witness, notes, hints } = finding;
  const place = line == null
    ? null
    : make("button", { type: "button", class: "place", click: () => select(finding) }, `${line}:${column}`);
  const more = notes.map(note => make("p", {}, note));
  if (witness != null) more.push(make("p", {}, "Text: ", make("code", {}, witness || "the empty text")));
  for (const { text, edits } of hints) {
    const mend = () => {
      // From the last to the first, so that earlier offsets stay valid.
      for (const { begin, end, text } of [...edits].reverse()) field.setRangeText(text, begin, end);
      findings = [];
      draw();
      field.focus();
      changed();
    };
    const button = edits.length > 0 ? make("button", { type: "button", click: mend }, "Do it") : null;
    more.push(make("p", { class: "hint" }, `${text} `, button));
  }
  const head = make("p", {}, make("b", {}, severity), " ", place, " ", message, " ", make("code", { class: "code" }, code));
  return make("li", { class: severity }, head, ...more);
};

const select = ({ begin, end }) => {
  field.focus();
  field.setSelectionRange(begin, end);
  // Browsers scroll to a selection only when something is typed.
  const line = field.value.slice(0, begin).split("\n").length;
  const height = field.scrollHeight / field.value.split("\n").length;
  if (line * height < field.scrollTop || field.scrollTop + field.clientHeight < (line + 1) * height) {
    field.scrollTop = Math.max(0, line * height - field.clientHeight / 2);
  }
};

const draw = () => {
  const text = field.value;
  const pieces = [];
  let done = 0;
  const placed = findings.filter(({ begin }) => begin != null).sort((a, b) => a.begin - b.begin);
  for (const { begin, end, severity } of placed) {
    // Where findings overlap, the first one is underlined.
    if (begin < done) continue;
    const stop = Math.max(end, begin + 1);
    pieces.push(text.slice(done, begin), make("mark", { class: severity }, text.slice(begin, stop)));
    done = stop;
  }
  // An empty last line is displayed only if another line follows it.
  marks.replaceChildren(...pieces, text.slice(done) + "\n");
  const worst = new Map();
  for (const { line, severity } of placed) {
    if (worst.get(line) !== "error") worst.set(line, severity);
  }
  const numbers = text.split("\n").map((_, index) => {
    const severity = worst.get(index + 1);
    return make("span", { class: severity }, `${index + 1}\n`);
  });
  lines.replaceChildren(...numbers);
  follow();
};

const follow = () => {
  marks.scrollTop = lines.scrollTop = field.scrollTop;
  marks.scrollLeft = field.scrollLeft;
};
