// What is live: asks every two seconds whether anything is new, while somebody looks. What has
// changed is marked for a while, answers to calls are told, and nothing else makes itself heard.
(() => {
  "use strict";
  const PAUSE = 2000;
  const MARKED = 8000;
  const $ = (id) => document.getElementById(id);
  const live = $("live");

  function look() {
    if (live.isConnected && !document.hidden) htmx.trigger(live, "look");
  }
  const looking = setInterval(look, PAUSE);
  document.addEventListener("visibilitychange", look);

  // --- what is new: the cells of a row that say something else than before, lines and answers

  let before = null;
  const cells = () => new Map([...document.querySelectorAll("#board tr[id]")].map((row) => [row.id, [...row.cells].map((cell) => cell.innerText)]));
  const ids = (found) => new Set([...document.querySelectorAll(found)].map((one) => one.id || one.dataset.answer));
  const LINES = "#log .log-entry";
  const ANSWERS = "[data-answer]";

  addEventListener("htmx:oobBeforeSwap", () => {
    before ??= { cells: cells(), lines: ids(LINES), answers: ids(ANSWERS) };
  });
  addEventListener("htmx:afterSwap", () => {
    if (!before) return;
    const was = before;
    before = null;
    for (const [id, texts] of cells()) {
      const old = was.cells.get(id);
      texts.forEach((text, place) => { if (old?.[place] !== text) mark($(id).cells[place]); });
    }
    for (const line of document.querySelectorAll(LINES)) if (was.lines.size && !was.lines.has(line.id)) mark(line);
    const told = [...document.querySelectorAll(ANSWERS)].filter((one) => !was.answers.has(one.dataset.answer));
    if (told.length) $("told").textContent = told.map((one) => one.dataset.told).join(" ");
  });
  function mark(one) {
    one.classList.add("is-new");
    setTimeout(() => one.classList.remove("is-new"), MARKED);
  }

  // --- nothing comes any more: it says so, and asks on where that helps

  function say(words) {
    const place = $("live-state");
    if (!place || place.textContent === words) return;
    place.textContent = words;
    place.hidden = !words;
  }
  addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt !== live) return;
    const { status } = detail.xhr;
    if (status === 403 || status === 404) {
      clearInterval(looking);
      for (const id of ["board", "calls", "called", "call", "log"]) $(id)?.remove();
      say("This party is not yours any more, or you are signed out.");
    } else if (status === 0 || status >= 500) {
      say("No news at the moment: this is how it stood last. Trying on.");
    } else {
      say("");
    }
  });
})();
