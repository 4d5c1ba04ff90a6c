// "Keep my characters on this device": off until its owner switches it on, and gone with sign-out.
(() => {
  "use strict";
  const key = document.currentScript.dataset.key;
  const STORED = "kept-for", MOST = 20, LEAST_SPACE = 20 * 1024 * 1024;
  if (!("serviceWorker" in navigator)) return;
  // Trusted Types: this policy knows one address, whatever it is asked for.
  const policy = window.trustedTypes?.createPolicy("worker", { createScriptURL: () => "/sw.js" });
  const WORKER = policy?.createScriptURL("") ?? "/sw.js";
  const stored = () => { try { return localStorage.getItem(STORED); } catch { return null; } };
  const tell = (worker, data) => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    worker.postMessage(data, [port2]);
  });

  async function forget() {
    localStorage.removeItem(STORED);
    for (const name of await caches.keys()) if (name.startsWith("kept-")) await caches.delete(name);
    const worker = await navigator.serviceWorker.getRegistration("/");
    await worker?.unregister();
  }
  // Signed out, or somebody else: nothing of before stays.
  if (stored() && stored() !== key) forget();
  else if (stored()) navigator.serviceWorker.register(WORKER);

  function pages() {
    const links = [...document.querySelectorAll("a[href^='/characters/']")].map((one) => one.getAttribute("href"));
    const sheets = [...new Set(links.map((one) => one.match(/^\/characters\/[0-9a-f-]{36}\//)?.[0]).filter(Boolean))].slice(0, MOST);
    return [location.pathname, ...sheets.flatMap((one) => [one, `${one}table/`])].map((one) => new URL(one, location.origin).href);
  }
  async function keep(status) {
    const { quota = 0, usage = 0 } = await (navigator.storage?.estimate?.() ?? {});
    if (quota && quota - usage < LEAST_SPACE) return "There is no room left on this device.";
    localStorage.setItem(STORED, key);
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    status.textContent = "Keeping …";
    await tell(active, { keepFor: key, pages: pages() });
    // Without this a browser deletes what it keeps when it needs the room.
    const isLasting = await navigator.storage?.persist?.().catch(() => false);
    return `Kept. You can read them without a connection. ${isLasting
      ? "This browser has promised not to delete them by itself."
      : "This browser may delete them when it runs out of room, or when you haven’t been here for a while."}`;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("keep-here");
    if (!place || !key) return;
    place.hidden = false;
    const box = place.querySelector("input"), status = place.querySelector("[role=status]");
    box.checked = stored() === key;
    box.addEventListener("change", async () => {
      try {
        if (box.checked) status.textContent = await keep(status);
        else { await forget(); status.textContent = "Removed from this device."; }
      } catch {
        box.checked = stored() === key;
        status.textContent = "That didn’t work. This browser may not allow it in a private window.";
      }
    });
  });
})();
