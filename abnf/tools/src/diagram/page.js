"use strict";
(() => {
  const field = document.getElementById("_find");
  const count = document.getElementById("_count");
  const items = [...document.querySelectorAll("nav li")].map(item => {
    const name = item.textContent;
    return { item, name: name.toLowerCase(), rule: document.getElementById(name) };
  });
  const search = () => {
    const word = field.value.trim().toLowerCase();
    let shown = 0;
    for (const { item, name, rule } of items) {
      const isHit = name.includes(word);
      item.hidden = rule.hidden = !isHit;
      shown += isHit;
    }
    count.textContent = word ? `${shown} of ${items.length}` : "";
  };
  // A link to a rule that the search has hidden ends the search.
  const show = () => {
    const rule = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (rule?.hidden) {
      field.value = "";
      search();
      rule.scrollIntoView();
    }
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") items.find(({ item }) => !item.hidden)?.item.firstChild.click();
  });
  window.addEventListener("hashchange", show);
  document.getElementById("_search").hidden = false;
})();
