// A fight by keyboard. A key presses a button that is on the page, so it can do nothing that the page can't; `?` lists
// those that do something now.
(() => {
  "use strict";
  const dialog = document.getElementById("fight-keys");
  if (!dialog) return;
  const button = (found) => document.querySelector(`#fight ${found}`);
  const decide = (verb) => button(`.open-attacks form[action$="/${verb}/"] button`);
  // The damage field of whoever is chosen as a target, else of whoever's turn it is.
  const dealTo = () => {
    const chosen = button('.targets [name="target"]:checked')?.value;
    return (chosen && document.getElementById(`f${chosen}-damage`)) || button('.fighter[aria-current] [name="damage"]');
  };
  const KEYS = {
    n: () => button('.fight-bar form[action$="/next/"] button'),
    b: () => button('.fight-bar form[action$="/back/"] button'),
    r: () => button("#attack-roll"),
    e: () => button("#attack-then"),
    w: () => button("#attack-with"),
    d: () => decide("damage") ?? button('.open-attacks input[name="damage"]') ?? dealTo(),
    f: () => button("#defend-all") ?? decide("defend"),
    h: () => decide("hit"),
    m: () => decide("miss"),
    t: () => decide("take"),
    a: () => button("#take-all"),
    x: () => button('.open-attacks button[formaction$="/waive/"]') ?? decide("waive"),
    u: () => button('.ticker form[action$="/undo/"] button'),
  };
  const target = (number) => document.querySelectorAll('#fight .targets [name="target"]:not([type="hidden"])')[number - 1];

  function list() {
    for (const row of dialog.querySelectorAll("[data-key]")) {
      const place = row.dataset.key === "1" ? target(1) : KEYS[row.dataset.key]?.();
      row.classList.toggle("soft", row.dataset.key !== "?" && !place);
    }
    dialog.showModal();
  }

  addEventListener("keydown", (event) => {
    const { key, target: at } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || dialog.open) return;
    if (at.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], dialog, [data-token]")) return;
    if (key === "?") { event.preventDefault(); list(); return; }
    const pressed = /^[1-9]$/.test(key) ? target(Number(key)) : KEYS[key]?.();
    if (!pressed) return;
    event.preventDefault();
    if (pressed.matches("select, input[type=number]")) pressed.focus();
    else pressed.click();
  });
  document.addEventListener("click", ({ target: at }) => { if (at.closest?.("#fight-keys-open")) list(); });
})();
