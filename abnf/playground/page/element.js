// Elements of the page.

export const id = name => document.getElementById(name);

// Makes an element with attributes and children. Strings become text, never HTML; functions become
// listeners.
export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
};

// Returns a function that runs the action once it has not been called for a while.
export const later = (milliseconds, action) => {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
};

export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

// Shows a text, which may be empty.
export const shown = text => (text === "" ? make("i", {}, "the empty text") : make("code", {}, text));
