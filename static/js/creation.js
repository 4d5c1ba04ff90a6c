// By keyboard through a step: of a list of cards, options or wares only the row with the focus has its
// links and details among the tab stops, and Escape leads from the list to "Next".
(() => {
  "use strict";
  const ROWS = ".card, .option, .ware";
  const DETAILS = ".rules-of, summary, [name=compare]";

  const rowOf = (one) => one?.closest?.(ROWS);
  function settle() {
    const active = rowOf(document.activeElement)
      ?? rowOf(document.querySelector(":is(.card, .option) input[type=radio]:checked"));
    for (const detail of document.querySelectorAll(`:is(${ROWS}) :is(${DETAILS})`)) {
      if (rowOf(detail) === active) detail.removeAttribute("tabindex");
      else detail.tabIndex = -1;
    }
  }
  document.addEventListener("focusin", ({ target }) => { if (rowOf(target)) settle(); });
  addEventListener("htmx:load", settle);
  settle();

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !rowOf(event.target) || document.querySelector(":popover-open")) return;
    const next = document.getElementById("next-step");
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
})();

// What can be paid, and what is had, is looked for on all shelves.
document.addEventListener("change", ({ target }) => {
  if (target.name !== "shown" || target.id === "shown-all") return;
  for (const shelf of document.querySelectorAll(".shelf.folds")) shelf.open = true;
});
