// At the table: the panel opens where it is asked for, with "Roll" at hand, and gives the focus back.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  let opener = "", done = false, shown = 0;

  // By the second click of a double click another button may lie under the finger. One that was there to be seen is
  // meant; one that came, or moved, there just now says that it waits for another press. The same button is pressed once.
  // In fights and duels a press rests on the turn that the page showed. The page of the next turn has a form and a key of
  // its own, so it is here that a slow second click is told from a press: on another turn, on the same button anew, one
  // that does the same, or one that moved there meanwhile, it waits as well. What is pressed step by step has `data-steps`.
  const PRESSES = ".once, a[data-rolls]", SEEN = 250, DOUBLE = 500, NEAR = 24;
  const nameOf = (one) => one.id || one.href || `${one.formAction} ${one.textContent.trim()}`;
  const turnOf = (one) => one.closest("[data-turn]")?.dataset.turn;
  let there = new Map(), once = null, settling = false; // where each press is, and since when, by name; the one of the last click
  function look() {
    const since = performance.now();
    there = new Map([...document.querySelectorAll(PRESSES)].map((one) => [nameOf(one), there.get(nameOf(one)) ?? { since }]));
    if (!settling) requestAnimationFrame(() => setTimeout(settle));
    settling = true;
  }
  // Where they are on the screen once all of an answer stands. Whoever scrolls moves nothing, and neither does a page that
  // grows above what is looked at.
  function settle() {
    settling = false;
    for (const one of document.querySelectorAll(PRESSES)) {
      const place = there.get(nameOf(one)), { left: x, top: y } = one.getBoundingClientRect();
      if (!place) continue;
      const onScreen = [place.x - x, place.y - y], onPage = [onScreen[0] + place.scrolledX - scrollX, onScreen[1] + place.scrolledY - scrollY];
      const hasMoved = [onScreen, onPage].every((way) => Math.hypot(...way) >= NEAR);
      Object.assign(place, { x, y, scrolledX: scrollX, scrolledY: scrollY }, hasMoved && { hasMoved, since: performance.now() });
    }
  }
  addEventListener("DOMContentLoaded", look);
  for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap"]) addEventListener(kind, look);
  // Not every phone counts taps.
  const isSecond = (event, before, at) => event.detail > 1 || (event.pointerType === "touch" && before && at - before.at < DOUBLE
    && Math.hypot(event.clientX - before.x, event.clientY - before.y) < NEAR);
  function isMeant(button, before, at) {
    const turn = turnOf(button), isSame = before?.name === nameOf(button), place = there.get(nameOf(button));
    if (turn && before && !button.closest("[data-steps]")) {
      const isAlike = isSame || (button.form && before.action === button.formAction);
      if (turn !== before.turn || isAlike || (place?.hasMoved && place.since > before.at)) return false;
    }
    // The same button anew counts from the press before.
    return at - (isSame ? before.at : place?.since ?? 0) >= SEEN;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(PRESSES), before = once, at = performance.now();
    once = button && { button, at, x: event.clientX, y: event.clientY, name: nameOf(button), action: button.formAction, turn: turnOf(button) };
    if (!button || !isSecond(event, before, at)) return;
    if (button === before?.button) { event.preventDefault(); return; }
    if (isMeant(button, before, at)) return;
    event.preventDefault();
    once = null;
    button.dataset.waits = "";
    setTimeout(() => delete button.dataset.waits, 2000);
  }, true);

  // One press on a dice code rolls with what stands. A press whose answer was lost is the same press again.
  let press = { address: "", key: "" };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rolls]"), form = $("pressed");
    if (!link || !form || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (press.address !== link.href) press = { address: link.href, key: newKey() };
    Object.assign(form.dataset, { form: link.href, name: link.ariaLabel || link.textContent.trim() });
    if (!link.closest("#panel")) opener = link.id;
    const { pathname, searchParams } = new URL(link.href);
    const values = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
    htmx.ajax("POST", pathname.replace("/table/panel/", "/table/do/"), { source: form, values: { ...values, key: press.key } });
  }, true); // before a link that waits for what is on its way
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    if (detail.elt.id === "pressed" && detail.xhr.status < 500) press = { address: "", key: "" };
  });

  // Numbers that are stepped ask anew, like those that are typed.
  document.addEventListener("change", ({ target, isTrusted }) => {
    if (!isTrusted && target.closest?.(".panel-fields, .attack-form, .offer-fields")) target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What is rolled is not asked about any more, and an answer that comes after the roll finds no place.
  addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (!elt.matches(".panel-fields")) return;
    if (elt.closest(".rolling.htmx-request")) event.preventDefault();
    elt.addEventListener("htmx:beforeOnLoad", (late) => { if (!elt.isConnected) late.preventDefault(); }, { once: true });
  });

  addEventListener("htmx:beforeRequest", ({ detail }) => {
    const { elt, target } = detail;
    if (target?.id === "panel-place" && !elt.closest("#panel, #pressed")) opener = elt.id;
  });
  addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "panel-place") return;
    if (detail.requestConfig?.verb === "post") {
      done = true;
      const live = $("live");
      if (live) htmx.trigger(live, "look");
    }
    const panel = $("panel");
    if (!panel?.showPopover) return;
    shown = performance.now();
    show(panel);
    panel.scrollTop = 0;
  });
  function show(panel) {
    if (!panel.matches(":popover-open")) panel.showPopover();
    const typed = "input:not([type=hidden], [type=checkbox], [type=radio]), select";
    const first = panel.querySelector("[data-first]")
      ?? (panel.querySelector(".rolling") && panel.querySelector(`${typed}, .press:not(:disabled)`));
    (first ?? panel).focus({ preventScroll: true });
  }
  // The second click of a double click is no press beside the panel that the first one brought.
  document.addEventListener("pointerup", ({ target }) => {
    const panel = $("panel");
    if (!panelIsOpen() || panel.contains(target) || performance.now() - shown >= DOUBLE) return;
    setTimeout(() => { if (panel.isConnected) show(panel); });
  }, true);
  // Nothing came back: it says so where it was pressed. Pressed again it is not done twice.
  function lost(status, elt) {
    const why = status === 0 ? "no connection. Press again"
      : status === 503 ? "nothing was saved. Try again"
      : status === 429 ? "too often. Wait a little, then try again" : status >= 500 ? "something broke on our side. Press again"
      : status === 403 ? "this page was open too long. Reload it" : "this browser does not own this character any more";
    const place = panelIsOpen() ? $("panel-place") : inFight(elt) ?? $("table") ?? $("fight") ?? $("panel-place");
    place.querySelector(".lost-answer")?.remove();
    const words = document.createElement("p");
    words.className = "lost-answer notice of-harm";
    words.setAttribute("role", "alert");
    words.textContent = `Not applied: ${why}.`;
    place.prepend(words);
    words.scrollIntoView({ block: "nearest" });
  }
  const panelIsOpen = () => $("panel")?.matches(":popover-open");
  const inFight = (elt) => (elt.closest?.("#fight") ? $("fight") : null);
  // What looks for news says itself when there are none, and a fight names what it could not send.
  const pressed = ({ elt }) => elt.id !== "live";
  addEventListener("htmx:sendError", ({ detail }) => { if (pressed(detail) && (!inFight(detail.elt) || panelIsOpen())) lost(0, detail.elt); });
  addEventListener("htmx:responseError", ({ detail }) => { if (pressed(detail)) lost(detail.xhr.status, detail.elt); });

  document.addEventListener("toggle", ({ target, newState }) => {
    if (target.id !== "panel" || newState !== "closed") return;
    // On a sheet that does not follow by itself, what was done there is shown anew.
    if (done && !$("table") && !$("board") && !$("live")) location.reload();
    done = false;
    const now = document.activeElement;
    if (now === document.body || target.contains(now)) $(opener)?.focus({ preventScroll: true });
  }, true);
})();
