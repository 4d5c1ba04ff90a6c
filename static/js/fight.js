// The strip of a fight: a token is dragged to another place, or moved with the arrow keys.
(() => {
  "use strict";
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]").value;
  let focused = "";

  function put(button, place) {
    const places = document.querySelectorAll(".strip .place").length;
    if (place < 0 || place >= places) return;
    focused = button.dataset.token;
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
    if (detail.requestConfig?.verb === "post" && detail.elt.closest?.("#panel")) document.getElementById("panel").hidePopover();
  });
  // The token keeps the focus in its new place.
  addEventListener("htmx:oobAfterSwap", () => {
    if (!focused) return;
    document.querySelector(`[data-token="${focused}"]`)?.focus({ preventScroll: true });
    focused = "";
  });
})();
