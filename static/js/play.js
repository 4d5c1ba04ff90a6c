// At the table: the panel opens where it is asked for, with "Roll" at hand, and gives the focus back.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  let opener = "", done = false;

  // By the second click of a double click another button may lie under the finger.
  document.addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest?.(".once")) event.preventDefault();
  }, true);

  // Numbers that are stepped ask anew, like those that are typed.
  document.addEventListener("change", ({ target, isTrusted }) => {
    if (!isTrusted && target.closest?.(".panel-fields")) target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What is rolled is not asked about any more, and an answer that comes after the roll finds no place.
  addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (!elt.matches(".panel-fields")) return;
    if (elt.closest(".rolling.htmx-request")) event.preventDefault();
    elt.addEventListener("htmx:beforeOnLoad", (late) => { if (!elt.isConnected) late.preventDefault(); }, { once: true });
  });

  addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target?.id === "panel-place" && !detail.elt.closest("#panel")) opener = detail.elt.id;
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
    if (!panel.matches(":popover-open")) panel.showPopover();
    panel.scrollTop = 0;
    const typed = "input:not([type=hidden], [type=checkbox], [type=radio]), select";
    const first = panel.querySelector("[data-first]")
      ?? (panel.querySelector(".rolling") && panel.querySelector(`${typed}, .press:not(:disabled)`));
    (first ?? panel).focus({ preventScroll: true });
  });
  // Nothing came back: it says so where it was pressed. Pressed again it is not done twice.
  function lost(status) {
    const why = status === 0 ? "no connection. Press again"
      : status === 503 ? "nothing was saved. Try again"
      : status === 429 ? "too often. Wait a little, then try again" : status >= 500 ? "something broke on our side. Press again"
      : status === 403 ? "this page was open too long. Reload it" : "this browser does not own this character any more";
    const place = panelIsOpen() ? $("panel-place") : $("table") ?? $("fight") ?? $("panel-place");
    place.querySelector(".lost-answer")?.remove();
    const words = document.createElement("p");
    words.className = "lost-answer notice of-harm";
    words.setAttribute("role", "alert");
    words.textContent = `Not applied: ${why}.`;
    place.prepend(words);
    words.scrollIntoView({ block: "nearest" });
  }
  const panelIsOpen = () => $("panel")?.matches(":popover-open");
  // What looks for news says itself when there are none, and a fight names what it could not send.
  const pressed = ({ elt }) => elt.id !== "live";
  addEventListener("htmx:sendError", ({ detail }) => { if (pressed(detail) && (!$("fight") || panelIsOpen())) lost(0); });
  addEventListener("htmx:responseError", ({ detail }) => { if (pressed(detail)) lost(detail.xhr.status); });

  document.addEventListener("toggle", ({ target, newState }) => {
    if (target.id !== "panel" || newState !== "closed") return;
    // On a sheet that does not follow by itself, what was done there is shown anew.
    if (done && !$("table") && !$("board") && !$("live")) location.reload();
    done = false;
    const now = document.activeElement;
    if (now === document.body || target.contains(now)) $(opener)?.focus({ preventScroll: true });
  }, true);
})();
