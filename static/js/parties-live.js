// What is live: asks every two seconds whether anything is new, while somebody looks. What has
// changed is marked for a while, answers to calls and what a game master does are told, and nothing
// else makes itself heard. What somebody is typing stays as it is (choices.js).
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

  // A button that is held down is not exchanged under the finger, nor a form whose answer is on its way: news come with
  // the next look.
  let held = false;
  const sending = new Set();
  addEventListener("htmx:beforeSend", ({ detail }) => {
    if (detail.requestConfig.verb === "get") return;
    const sent = detail.elt.closest("form") ?? detail.elt;
    sending.add(sent);
    detail.xhr.addEventListener("loadend", () => { sending.delete(sent); });
  });
  addEventListener("pointerdown", () => { held = true; }, true);
  const release = () => setTimeout(() => { held = false; }, 60);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, release, true);
  // Only the window's own: that of a field comes when a button is pressed down.
  addEventListener("blur", release);
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt, verb } = detail.requestConfig ?? {};
    // What was chosen just before a press: a form with another key would be sent a second time.
    if (verb === "get" && sending.has(elt.closest("form"))) detail.shouldSwap = false;
    if (elt !== live) return;
    // News for the page that this was before a press went on to another turn are none of it any more.
    const isElsewhere = detail.requestConfig.headers["HX-Current-URL"] !== location.href;
    if (held || sending.size || isElsewhere) detail.shouldSwap = false;
  });

  // On a phone what leads a session lies over the page: a press there shows what came of it.
  addEventListener("htmx:afterRequest", ({ detail }) => {
    const over = detail.requestConfig?.verb === "post" ? $("session-deeds") : null;
    if (over?.matches(":popover-open") && over.contains(detail.requestConfig.elt)) over.hidePopover();
  });

  // --- what is new: cells, levels and numbers that say something else than before, lines, answers

  const LINES = "#log .log-entry, #table .line[id], #ticker .ticker-line";
  const ANSWERS = "[data-answer]";
  // On a character's own pages, by the section that they stand in.
  const WATCHED = ":is(#table, #rolling) :is(.level, .left > div, .big-figures li, .points li, .things li, .entry-head a)";
  let before = null;
  const cells = () => new Map([...document.querySelectorAll("#board tr[id]")].map((row) => [row.id, [...row.cells].map((cell) => cell.innerText)]));
  const ids = (found) => new Set([...document.querySelectorAll(found)].map((one) => one.id || one.dataset.answer));
  const saying = (one) => `${one.closest("[id]").id} ${one.innerText}`;
  const watched = () => new Set([...document.querySelectorAll(WATCHED)].map(saying));

  const remember = () => {
    before ??= { cells: cells(), lines: ids(LINES), answers: ids(ANSWERS), watched: watched() };
  };
  addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    remember();
    keepOpen(detail);
  });
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "table") remember();
  });
  addEventListener("htmx:afterSwap", ({ detail }) => {
    if (!before) return;
    const was = before;
    before = null;
    const asked = detail.elt === live || detail.requestConfig?.elt === live;
    for (const [id, texts] of cells()) {
      const old = was.cells.get(id);
      texts.forEach((text, place) => { if (old?.[place] !== text) mark($(id).cells[place]); });
    }
    // What somebody did on this page themselves is not news to them.
    const lines = [...document.querySelectorAll(LINES)].filter((line) => asked && !was.lines.has(line.id));
    lines.forEach(mark);
    const changed = [...document.querySelectorAll(WATCHED)].filter((one) => asked && !was.watched.has(saying(one)));
    changed.forEach(mark);
    const answers = [...document.querySelectorAll(ANSWERS)].filter((one) => !was.answers.has(one.dataset.answer));
    const told = [...answers, ...lines].map((one) => one.dataset.told).filter(Boolean);
    if ($("rolling") && changed.length) told.push("The sheet has changed.");
    if (told.length) $("told").textContent = told.join(" ");
    if (asked) workOutAnew();
  });
  function mark(one) {
    one.classList.add("is-new");
    setTimeout(() => one.classList.remove("is-new"), MARKED);
  }
  // An open panel shows its dice and its chance as they are by now.
  function workOutAnew() {
    const fields = document.querySelector("#panel-place .rolling:not(.htmx-request) .panel-fields");
    if (fields) htmx.trigger(fields, "input");
  }

  // --- how long the session has run

  function count() {
    for (const one of document.querySelectorAll("[data-runs]")) {
      const minutes = Math.max(0, Math.floor((Date.now() - new Date(one.dataset.runs)) / 60000));
      one.textContent = `, ${minutes < 60 ? "" : `${Math.floor(minutes / 60)} h `}${minutes % 60} min`;
    }
  }
  setInterval(count, 30000);
  for (const kind of ["DOMContentLoaded", "htmx:oobAfterSwap"]) addEventListener(kind, count);

  // --- what one press gives, as the form says it

  function tellPoints() {
    const fields = [...document.querySelectorAll("#give-points input[type=number]")].filter(({ value }) => Number(value));
    const told = fields.map((one) => `${one.labels[0].textContent} +${one.value}`).join(", ");
    for (const one of document.querySelectorAll("[data-points]")) one.textContent = told || "No points";
  }
  for (const kind of ["input", "htmx:oobAfterSwap", "htmx:afterSwap"]) addEventListener(kind, tellPoints);

  // The ticker stays open or closed.
  function keepOpen({ target, fragment }) {
    const was = target.id === "ticker" && target.querySelector("details");
    const now = fragment?.querySelector("details");
    if (was && now) now.open = was.open;
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
      for (const id of ["board", "calls", "called", "call", "log", "ticker", "stash"]) $(id)?.remove();
      say(live.dataset.gone);
    } else if (status === 0 || status >= 500) {
      say("No news at the moment: this is how it stood last. Trying on.");
    } else {
      say("");
    }
  });
})();
