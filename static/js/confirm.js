// What is asked before something is done that has consequences for others, in a dialog on the page.
// Without scripts it is a page of its own. And the box that ticks everybody.
(() => {
  "use strict";
  const dialog = document.getElementById("confirm");
  let opener = null;

  addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target?.id === "confirm-place") opener = document.activeElement;
  });
  addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "confirm-place" || dialog.open) return;
    dialog.showModal();
  });
  // By the second click of a double click the button may lie under the finger.
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (event.detail > 1 && target.closest?.(".confirm")) event.preventDefault();
    else if (target.closest?.("[data-closes]") || target === dialog) {
      event.preventDefault();
      dialog.close();
    }
  }, true);
  dialog.addEventListener("close", () => opener?.focus({ preventScroll: true }));

  // Nothing came back: it says so where one looks.
  function lost(words) {
    const place = document.getElementById("confirm-place");
    const notice = Object.assign(document.createElement("p"), { className: "notice of-harm", role: "alert" });
    notice.textContent = `Not applied: ${words}.`;
    place.replaceChildren(notice);
    if (!dialog.open) dialog.showModal();
  }
  const asks = ({ requestConfig }) => requestConfig?.target?.id === "confirm-place";
  addEventListener("htmx:sendError", ({ detail }) => { if (asks(detail)) lost("no connection. Try again"); });
  addEventListener("htmx:responseError", ({ detail }) => {
    if (asks(detail)) lost(detail.xhr.status >= 500 ? "something broke on our side. Try again" : "this page was open too long. Reload it");
  });

  const everybody = () => [...document.querySelectorAll("input[name=to]")];
  document.addEventListener("change", ({ target }) => {
    if (target.id === "everyone") for (const box of everybody()) box.checked = target.checked;
    else if (target.name === "to" && document.getElementById("everyone")) document.getElementById("everyone").checked = everybody().every((box) => box.checked);
  });
})();
