// Says that a picture is too large before it is sent. Without this the server says so.
(() => {
  "use strict";
  document.addEventListener("change", ({ target }) => {
    const largest = Number(target.dataset?.largest);
    if (!largest) return;
    const size = target.files[0]?.size ?? 0;
    const fault = size > largest
      ? `This file has ${(size / 1048576).toFixed(1)} MiB. Choose one of at most ${largest / 1048576} MiB.` : "";
    target.setCustomValidity(fault);
    document.getElementById("error-picture").textContent = fault;
    target.setAttribute("aria-invalid", String(fault !== ""));
  });
})();
