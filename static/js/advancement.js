// The pages to grow on: a double click is one press, and what was not done is brought into sight.
(() => {
  "use strict";
  // By the second click of a double click the button may be a new one already.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest?.(".once")) event.preventDefault();
  }, true);
  addEventListener("htmx:afterSettle", () => {
    document.querySelector("#room [role=alert]")?.scrollIntoView({ block: "nearest" });
  });
})();
