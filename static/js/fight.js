// A fight: tokens are dragged to another place or moved with the arrow keys. What comes of a press is shown where it
// was pressed, and whoever reads below the fight goes on reading there.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  // On the pages of a character the fight is a part beside others.
  const isAlone = $("main").matches(".fighting");
  const inFight = (elt) => isAlone || Boolean(elt.closest?.("#fight"));
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]").value;

  function put(button, place) {
    const places = document.querySelectorAll(".strip .place").length;
    if (place < 0 || place >= places) return;
    htmx.ajax("POST", button.dataset.put, { values: { place, csrfmiddlewaretoken: token() }, swap: "none", source: button });
  }

  document.addEventListener("dragstart", (event) => {
    const button = event.target.closest?.("[data-token]");
    if (button) event.dataTransfer.setData("text/plain", button.dataset.token);
  });
  document.addEventListener("dragover", (event) => {
    if (event.target.closest?.(".strip .place")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const place = event.target.closest?.(".strip .place");
    const button = document.querySelector(`[data-token="${CSS.escape(event.dataTransfer.getData("text/plain"))}"]`);
    if (!place || !button) return;
    event.preventDefault();
    put(button, Number(place.dataset.place));
  });
  document.addEventListener("keydown", (event) => {
    const button = event.target.closest?.("[data-token]");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!button || !by) return;
    event.preventDefault();
    put(button, Number(button.closest(".place").dataset.place) + by);
  });
  // What is done in the panel is seen on the page behind it.
  addEventListener("htmx:afterRequest", ({ detail }) => {
    const { verb, path } = detail.requestConfig ?? {};
    if (verb === "post" && path.includes("/encounters/") && detail.elt.closest?.("#panel")) $("panel").hidePopover();
  });

  // --- what others do comes in

  let below = null;
  // Whoever reads what stands below the fight goes on reading there.
  const topOf = (id) => $(id)?.getBoundingClientRect().top;
  addEventListener("htmx:oobBeforeSwap", () => {
    if ($("fight")?.getBoundingClientRect().bottom < 0) below ??= topOf("table") ?? null;
  });
  addEventListener("htmx:afterSwap", () => {
    if (below !== null) scrollBy({ top: (topOf("table") ?? below) - below, behavior: "instant" });
    below = null;
  });

  // --- what comes of a press is shown where the thumb pressed: the next button, or the result where there is none

  // A press leaves so much room above what comes of it, for the dice, and below, for the pages of a phone.
  const ABOVE = 260, BELOW = 120;
  const isTouched = matchMedia("(pointer: coarse)");
  addEventListener("htmx:beforeSend", ({ detail }) => {
    const { verb, triggeringEvent } = detail.requestConfig;
    const button = verb === "post" && detail.elt.closest?.("#fight :is(.attack-form, .open-attacks form, .offers form, .seat-take)") && triggeringEvent?.submitter;
    if (!button) return;
    const pressed = { top: button.getBoundingClientRect().top, within: button.closest(".open-attacks li")?.id, takes: button.closest(".seat-take") };
    // Whoever has gone on to something else while the answer was on its way stays there. The form may have been exchanged
    // since: it is the request that is listened to.
    const { xhr } = detail, focused = document.activeElement;
    let isThere = true;
    xhr.addEventListener("readystatechange", () => {
      const { activeElement: now, body } = document;
      if (xhr.readyState === XMLHttpRequest.DONE) isThere = now === body || now === focused || (now.id !== "" && now.id === focused.id);
    });
    xhr.addEventListener("loadend", () => { if (isThere && xhr.status >= 200 && xhr.status < 300) show(pressed); });
  });
  function show({ top, within, takes }) {
    // Whoever takes a station is brought to what can be done there.
    const own = within ? [`#${within} .press`, `#${within}`] : takes ? [".station .entry-head"] : [];
    const places = [...own, ".open-attacks .press", ".end-turn .press", ".station-last", ".open-attacks li", ".waits-elsewhere li"].map((one) => document.querySelector(`#fight ${one}`));
    const next = places.find((one) => one?.offsetParent);
    if (!next) return;
    // A press that stays at the edge of a phone lets what came of the last one be read.
    const isAtEdge = getComputedStyle(next.closest("form") ?? next).position === "fixed";
    const { top: now, bottom } = next.getBoundingClientRect();
    const isSeen = now >= ABOVE && bottom <= innerHeight - BELOW;
    const at = Math.max(ABOVE, Math.min(top, innerHeight - BELOW - (bottom - now)));
    if (isAtEdge) document.querySelector("#fight .battle-now").scrollIntoView({ block: "start", behavior: "instant" });
    else if (isTouched.matches) scrollBy({ top: now - at, behavior: "instant" });
    else if (!isSeen) next.scrollIntoView({ block: "center", behavior: "instant" });
    if (next.matches("button")) next.focus({ preventScroll: true });
  }

  // --- how long a player's roll is waited for, which game masters alone read

  function count() {
    for (const one of document.querySelectorAll("[data-since]")) {
      const seconds = Math.max(0, Math.round((Date.now() - new Date(one.dateTime)) / 1000));
      one.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} ago`;
    }
  }
  setInterval(count, 1000);
  addEventListener("DOMContentLoaded", count);
  addEventListener("htmx:oobAfterSwap", count);

  // --- without a connection: what was not sent is named, also after a reload, and what was typed stays as it is

  const UNSENT = `unsent ${location.pathname}`;
  const unsent = new Map(keptNames()); // when each was pressed
  function keptNames() {
    try { return JSON.parse(sessionStorage.getItem(UNSENT)) ?? []; } catch { return []; }
  }
  const words = (one) => (one?.ariaLabel || one?.textContent || "").trim().replace(/\s+/g, " ");
  // One of several numbers is told by what they are about.
  const groupOf = (button) => words($(button?.closest('[role="group"][aria-labelledby]')?.getAttribute("aria-labelledby")));
  const pressOf = (form, button) => [groupOf(button), words(button) || words(form.querySelector?.("button"))].filter(Boolean).join(": ");
  const element = (name, text, attributes = {}) => Object.assign(document.createElement(name), { textContent: text, ...attributes });
  function tellUnsent() {
    try { sessionStorage.setItem(UNSENT, JSON.stringify([...unsent])); } catch { /* named until the page is left */ }
    $("unsent")?.remove();
    if ((navigator.onLine || !isAlone) && !unsent.size) return;
    const place = element("section", "", { id: "unsent", className: "notice of-harm unsent", ariaLabel: "Not sent", role: "alert" });
    const why = navigator.onLine ? "These were not sent. Press again what still holds." : "No connection. Nothing is sent until you are back. What you typed stays here.";
    const list = element("ul", "");
    for (const [name, at] of unsent) list.append(element("li", `Not sent: ${name}, ${new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`));
    place.append(element("p", why), list);
    if (navigator.onLine) {
      const done = element("button", "Dismiss", { type: "button", className: "quiet" });
      done.addEventListener("click", () => { unsent.clear(); tellUnsent(); });
      place.append(element("p", "", { className: "actions" }));
      place.lastChild.append(done);
    }
    $("main").append(place);
  }
  function note(form, button) {
    unsent.set(pressOf(form, button), Date.now());
    tellUnsent();
  }
  // By the end of a request another element may stand for the one that sent it.
  const sender = ({ elt, requestConfig }) => requestConfig?.elt ?? elt;
  const isPress = (detail) => sender(detail).id !== "live" && detail.requestConfig?.verb === "post" && inFight(sender(detail));
  addEventListener("htmx:beforeRequest", (event) => {
    if (navigator.onLine || event.defaultPrevented || !isPress(event.detail)) return;
    event.preventDefault();
    note(event.detail.elt, event.detail.requestConfig.triggeringEvent?.submitter);
  });
  addEventListener("htmx:sendError", ({ detail }) => {
    if (isPress(detail)) note(detail.elt, detail.requestConfig.triggeringEvent?.submitter);
  });
  addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isPress(detail) || !detail.successful) return;
    unsent.delete(pressOf(sender(detail), detail.requestConfig.triggeringEvent?.submitter));
    tellUnsent();
    // The rest of a character's page says what came of it at once, too.
    if (!isAlone) htmx.trigger($("live"), "look");
  });
  // A form that leaves the page would leave what was typed as well.
  document.addEventListener("submit", (event) => {
    if (navigator.onLine || event.target.matches("[hx-post], [hx-get]") || !inFight(event.target)) return;
    event.preventDefault();
    note(event.target, event.submitter);
  });
  for (const one of ["online", "offline", "DOMContentLoaded"]) addEventListener(one, tellUnsent);
})();
