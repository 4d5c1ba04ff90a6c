// A fight: tokens are dragged to another place or moved with the arrow keys, and what others do
// comes in without taking the focus, an open fold, or an attack that is being chosen.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
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
    if (detail.requestConfig?.verb === "post" && detail.elt.closest?.("#panel")) $("panel").hidePopover();
  });

  // --- what others do comes in

  let focus = "", open = [], chosen = null;
  document.addEventListener("change", ({ target, isTrusted }) => {
    const form = target.closest?.(".attack-form");
    if (form && isTrusted) form.dataset.chosen = "yes";
  });
  addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id !== "fight") return;
    const active = document.activeElement;
    focus = !detail.target.contains(active) ? ""
      : active.dataset.token ? `[data-token="${CSS.escape(active.dataset.token)}"]` : active.id ? `#${CSS.escape(active.id)}` : "";
    open = [...detail.target.querySelectorAll("details[id][open]")].map((one) => one.id);
    const form = detail.target.querySelector(".attack-form[data-chosen]");
    // What was rolled just now is not chosen any more.
    chosen = form && !form.classList.contains("htmx-request") ? { there: form.getAttribute("action"), values: new FormData(form) } : null;
  });
  addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id !== "fight") return;
    for (const id of open) if ($(id)) $(id).open = true;
    if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
    const form = document.querySelector(".attack-form");
    if (chosen && form?.getAttribute("action") === chosen.there) {
      const values = new URLSearchParams([...chosen.values].filter(([name]) => !["csrfmiddlewaretoken", "key"].includes(name)));
      const again = focus;
      htmx.ajax("GET", `${chosen.there}?${values}`, { target: "#attack-place", swap: "outerHTML" }).then(() => {
        const now = document.querySelector(".attack-form");
        if (now) now.dataset.chosen = "yes";
        for (const id of open) if ($(id)) $(id).open = true;
        if (again) document.querySelector(again)?.focus({ preventScroll: true });
      });
    }
    focus = "";
  });
  // --- without a connection: what was not sent is named, also after a reload, and what was typed stays as it is

  const UNSENT = `unsent ${location.pathname}`;
  const unsent = new Map(keptNames()); // when each was pressed
  function keptNames() {
    try { return JSON.parse(sessionStorage.getItem(UNSENT)) ?? []; } catch { return []; }
  }
  const words = (one) => (one?.ariaLabel || one?.textContent || "").trim().replace(/\s+/g, " ");
  const pressOf = (form, button) => words(button) || words(form.querySelector?.("button"));
  const element = (name, text, attributes = {}) => Object.assign(document.createElement(name), { textContent: text, ...attributes });
  function tellUnsent() {
    try { sessionStorage.setItem(UNSENT, JSON.stringify([...unsent])); } catch { /* named until the page is left */ }
    $("unsent")?.remove();
    if (navigator.onLine && !unsent.size) return;
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
  const isPress = ({ elt, requestConfig }) => elt.id !== "live" && requestConfig?.verb === "post";
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
    unsent.delete(pressOf(detail.elt, detail.requestConfig.triggeringEvent?.submitter));
    tellUnsent();
  });
  // A form that leaves the page would leave what was typed as well.
  document.addEventListener("submit", (event) => {
    if (navigator.onLine || event.target.matches("[hx-post], [hx-get]")) return;
    event.preventDefault();
    note(event.target, event.submitter);
  });
  for (const one of ["online", "offline", "DOMContentLoaded"]) addEventListener(one, tellUnsent);

  // The choice itself is worked out anew in its own place: it stays a choice, and keeps the focus.
  let within = "";
  addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "attack-place") within = detail.target.contains(document.activeElement) ? document.activeElement.id : "";
  });
  addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "attack-place" && detail.elt?.id !== "attack-place") return;
    const form = document.querySelector(".attack-form");
    if (form) form.dataset.chosen = "yes";
    if (within) $(within)?.focus({ preventScroll: true });
    within = "";
  });
})();
