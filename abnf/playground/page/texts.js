// The texts of the rule, each with its verdict and explanation.

import { id, make } from "./element.js";

const list = id("texts");
let changed;

export const start = whenChanged => {
  changed = whenChanged;
  window.addEventListener("resize", () => [...list.querySelectorAll("textarea")].forEach(fit));
  id("more").addEventListener("click", () => {
    const field = add("");
    field.focus();
    changed();
  });
};

export const values = () => [...list.querySelectorAll("textarea")].map(field => field.value);

export const setValues = texts => {
  list.replaceChildren();
  for (const text of texts.length > 0 ? texts : [""]) add(text);
};

const add = text => {
  const number = list.childElementCount + 1;
  const field = make("textarea", { rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": `Text ${number}` });
  field.value = text;
  field.addEventListener("input", () => {
    fit(field);
    changed();
  });
  const remove = () => {
    row.remove();
    if (list.childElementCount === 0) add("");
    changed();
  };
  const button = make("button", { type: "button", class: "remove", "aria-label": `Remove text ${number}`, title: "Remove", click: remove }, "×");
  const row = make("div", { class: "row" }, make("div", { class: "line" }, field, button), make("div", { class: "explained", role: "status" }));
  list.append(row);
  requestAnimationFrame(() => fit(field));
  return field;
};

// Makes a field as high as its text.
const fit = field => {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
};

// Shows an explanation for each text, or the problem with all of them.
export const show = ({ answer, problem }) => {
  [...list.children].forEach((row, index) => {
    const place = row.querySelector(".explained");
    const explained = answer?.[index];
    row.dataset.verdict = explained?.verdict ?? "";
    if (problem !== undefined) {
      place.replaceChildren(index === 0 ? make("p", { class: "bad" }, problem) : "");
    } else if (!explained || explained.html === "") {
      place.replaceChildren(make("p", { class: "bad" }, explained?.message ?? ""));
    } else {
      const isOpen = place.querySelector("details")?.open ?? false;
      place.innerHTML = explained.html;
      fold(place, isOpen);
    }
  });
};

// Makes the tree foldable: it is long, and the colours usually suffice.
const fold = (place, isOpen) => {
  const tree = place.querySelector(".tree");
  const title = tree?.previousElementSibling;
  if (!tree || title?.tagName !== "H2") return;
  const details = make("details", { open: isOpen }, make("summary", {}, title.textContent));
  title.replaceWith(details);
  details.append(tree);
};
