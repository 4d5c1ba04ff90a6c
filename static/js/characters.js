// The list of characters: how many are selected, all at once.
(() => {
  "use strict";
  const all = () => document.querySelector("#bulk [name=all]");
  const boxes = () => [...document.querySelectorAll("input[name=chosen]")];
  function count() {
    const status = document.getElementById("bulk-count");
    if (!status) return;
    const selected = all().checked ? Number(all().dataset.total) : boxes().filter((box) => box.checked).length;
    const words = selected ? `${selected} selected` : "";
    if (status.textContent !== words) status.textContent = words;
  }
  document.addEventListener("change", ({ target }) => {
    if (target === all()) boxes().forEach((box) => { box.checked = target.checked; });
    else if (target.name === "chosen" && !target.checked) all().checked = false;
    else if (target.name !== "chosen") return;
    count();
  });
  addEventListener("htmx:afterSettle", count);
  count();
})();
