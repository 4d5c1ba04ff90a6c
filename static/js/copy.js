// One press copies a text. Without this the text can be selected.
(() => {
  "use strict";
  const say = (words) => { document.getElementById("copied").textContent = words; };

  // Over plain http (a phone at the table) there is no clipboard to write to but by this old way.
  function copiedTheOldWay(text) {
    const before = document.activeElement;
    text.select();
    const done = document.execCommand("copy");
    if (done) before?.focus({ preventScroll: true });
    return done;
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.("[data-copy]");
    if (!button) return;
    const text = document.getElementById(button.dataset.copy);
    const name = text.labels[0].textContent;
    say("");
    try {
      await navigator.clipboard.writeText(text.value);
      say(`${name} copied.`);
    } catch {
      say(copiedTheOldWay(text) ? `${name} copied.` : `${name} is selected: copy it from there.`);
    }
  });
})();
