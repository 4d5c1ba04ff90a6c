// What every page does beyond its links and forms: times, menus, explanations, the theme. Everything works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.remove("no-js");
  // Every deferred script has run by then: no button is shown before it does something.
  addEventListener("DOMContentLoaded", () => root.classList.add("ready"));
  // A status is read aloud where its text is new: the page arrived with this one.
  addEventListener("DOMContentLoaded", () => {
    for (const done of document.querySelectorAll(".toast [role=status] span")) {
      setTimeout(() => done.replaceChildren(done.textContent), 150);
    }
  });
  const $ = (selector) => document.querySelector(selector);

  // If htmx does not arrive, the page is one without scripts again: with its Save button.
  addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement) root.classList.add("no-js");
  }, true);

  // --- times, in the reader's own zone and by the reader's own clock

  // Made where a page has a time to write: a phone takes longer for them than for the rest of this file.
  let day, minute;
  function readFormats() {
    const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
    day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
    minute = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hourCycle });
  }
  // Paper and files are written by the server: it is told the zone.
  addEventListener("load", () => setTimeout(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone && !document.cookie.split("; ").includes(`zone=${timeZone}`)) {
      document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
    }
  }));
  function localize(part) {
    for (const one of part.querySelectorAll?.("time[data-local]") ?? []) {
      if (!day) readFormats();
      const at = new Date(one.dateTime);
      one.textContent = one.dataset.local === "day" ? day.format(at) : `${day.format(at)}, ${minute.format(at)}`;
    }
  }
  addEventListener("DOMContentLoaded", () => localize(document));
  addEventListener("htmx:load", ({ detail }) => localize(detail.elt));

  // --- menus close when something else is pressed, and on Escape

  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.more[open]")) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest?.("details.more[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // --- explanations: fetched when first opened, beside the number, or at the foot of a phone

  // Links to terms of the rules, wherever they stand: they open in the same place.
  const TERMS = ".rules-of, a.to-rules[href^='/rules/'], #why-place .see a";
  const explanations = new Map();
  // What is shown anew may be explained anew, too.
  addEventListener("htmx:oobAfterSwap", () => explanations.clear());
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches(".explains, [data-why]")) explain(event, link, link.href);
    else if (link.matches(TERMS) && link.hash && $("#why")) explain(event, link, `${link.pathname}?term=${link.hash.slice(1)}`);
  });
  async function explain(event, link, address) {
    const why = $("#why");
    if (!why?.showPopover) return;
    event.preventDefault();
    try {
      if (!explanations.has(address)) {
        const answer = await fetch(address, { headers: { "HX-Request": "true" } });
        if (!answer.ok) throw new Error(answer.statusText);
        explanations.set(address, await answer.text());
      }
    } catch {
      location.href = link.href;
      return;
    }
    const within = why.contains(link);
    htmx.swap("#why-place", explanations.get(address), { swapStyle: "innerHTML" });
    if (within) return why.focus({ preventScroll: true });
    const host = link.closest("[popover]");
    (host?.matches(":popover-open") ? host : document.body).append(why);
    why.showPopover();
    place(why, link);
    why.focus({ preventScroll: true });
    why.opener = link;
  }
  function place(why, link) {
    const at = link.getBoundingClientRect();
    const own = why.getBoundingClientRect();
    const right = root.clientWidth - own.width - 16;
    const below = at.bottom + 4 + own.height <= innerHeight || at.top < own.height + 4;
    why.style.setProperty("--why-x", `${Math.max(16, Math.min(at.left, right)) + scrollX}px`);
    why.style.setProperty("--why-y", `${(below ? at.bottom + 4 : at.top - own.height - 4) + scrollY}px`);
  }
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target.id === "why" && newState === "closed" && target.contains(document.activeElement)) target.opener?.focus();
  }, true);

  // --- the theme, without a new page

  document.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    if (!target.classList.contains("themes")) return;
    event.preventDefault();
    root.dataset.theme = submitter.value;
    for (const button of target.querySelectorAll("[name=theme]")) button.ariaPressed = String(button === submitter);
    fetch(target.action, { method: "POST", body: new FormData(target, submitter), redirect: "manual" });
  }, true);
})();
