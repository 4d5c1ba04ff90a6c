// A file that is dropped on the page of Import, or pasted into it, is looked at as if it had been
// chosen. Without this it is chosen with the button.
(() => {
  "use strict";
  const page = document.querySelector("[data-drop]");
  const input = document.getElementById("document");
  const send = (files) => {
    if (!files?.length) return false;
    input.files = files;
    input.form.requestSubmit(input.form.elements.look);
    return true;
  };
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      page.classList.add("dropping");
    });
  }
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) page.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    page.classList.remove("dropping");
    send(event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => {
    if (send(event.clipboardData?.files)) event.preventDefault();
  });
  input.addEventListener("change", () => send(input.files));
})();
