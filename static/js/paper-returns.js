// Scans the code of a printed sheet where the browser can. Without this it is typed.
(() => {
  "use strict";
  const button = document.getElementById("scan");
  if (!button || !("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  const place = document.getElementById("scanner");
  const picture = document.getElementById("scan-picture");
  const said = document.getElementById("scan-said");
  const field = document.getElementById("code");
  let stream = null;

  const stop = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    place.hidden = true;
  };
  // The code holds the address of its sheet; only the last part counts, so that it leads nowhere else.
  const codeOf = (text) => /\/printed\/([0-9A-Z]{7})\/?$/.exec(text)?.[1];

  const look = async (detector) => {
    if (!stream) return;
    const found = await detector.detect(picture).catch(() => []);
    const code = found.map((one) => codeOf(one.rawValue)).find(Boolean);
    if (code) {
      stop();
      field.value = code;
      field.form.requestSubmit();
      return;
    }
    setTimeout(() => look(detector), 250);
  };

  button.addEventListener("click", async () => {
    said.textContent = "";
    try {
      const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      picture.srcObject = stream;
      place.hidden = false;
      await picture.play();
      look(detector);
    } catch {
      stop();
      said.textContent = "The camera can’t be used here. Type the code instead.";
    }
  });
  document.getElementById("scan-stop").addEventListener("click", stop);
  window.addEventListener("pagehide", stop);
  button.hidden = false;
})();
