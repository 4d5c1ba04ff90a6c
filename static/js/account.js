// Prints recovery codes at a press, and says in words where a passkey was not taken.
(() => {
  "use strict";
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-print]")) window.print();
  });
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    const { name } = event.detail.exception;
    document.getElementById("passkey-error").textContent = name === "NotAllowedError"
      ? "No passkey was used. Try again, or go another way."
      : "Passkeys do not work here: they need https, and a browser that knows them.";
  });
})();
