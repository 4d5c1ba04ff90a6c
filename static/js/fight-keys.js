// A fight by keyboard. A key presses a button that is on the page, so it can do nothing that the page can't, and says so
// where that button is not there; `?` lists those that do something now.
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
  // At a station the shots come first, then what else is offered there.
  const atStation = (found) => button(`.station .of-shot ${found}`) ?? button(`.station .offers ${found}`);
  const nextOffer = () => {
    const offers = [...document.querySelectorAll("#fight .station .offers .press")].filter((one) => one.checkVisibility());
    return offers[(offers.indexOf(document.activeElement) + 1) % offers.length];
  };
  const nextAboard = () => {
    const waiting = [...document.querySelectorAll("#fight .awaited a")];
    return waiting[(waiting.findIndex((one) => one.pathname === location.pathname) + 1) % waiting.length];
  };
  const step = (verb) => button(`:is(.attack-move, .station-move) form[action$="/${verb}/"] button`);
  const KEYS = {
    n: () => button('.fight-bar form[action$="/next/"] button'),
    b: () => button('.fight-bar form[action$="/back/"] button'),
    r: () => button("#attack-roll") ?? atStation(".press"),
    e: () => button("#attack-then") ?? atStation('[name="then"]'),
    w: () => button("#attack-with") ?? nextOffer(),
    s: nextAboard,
    o: () => button(".fighter[aria-current] .deeds-link"),
    c: () => button(".attack-move .press"),
    ",": () => step("back"),
    ".": () => step("forward"),
    d: () => decide("damage") ?? button('.open-attacks input[name="damage"]') ?? dealTo(),
    f: () => button("#defend-all") ?? decide("defend"),
    h: () => decide("hit"),
    m: () => decide("miss"),
    t: () => decide("take"),
    a: () => button("#take-all"),
    x: () => button('.open-attacks button[formaction$="/waive/"]') ?? decide("waive"),
    u: () => button('.ticker form[action$="/undo/"] button'),
  };
  const target = (number) => document.querySelectorAll('#fight :is(.targets [name="target"]:not([type="hidden"]), .aims [name="target_of"])')[number - 1];

  // What does something now comes first; the rest is named below, as what does nothing now.
  const rows = [...dialog.querySelectorAll("[data-key]")];
  const placeOf = (key) => (/^[1-9]$/.test(key) ? target(Number(key)) : KEYS[key]?.());
  function list() {
    for (const name of ["now", "later"]) {
      const those = rows.filter(({ dataset: { key } }) => Boolean(key === "?" || placeOf(key)) === (name === "now"));
      dialog.querySelector(`[data-keys=${name}]`).replaceChildren(...those);
      if (name === "later") dialog.querySelector("section").hidden = !those.length;
    }
    dialog.showModal();
  }
  // A key that does nothing now says so.
  const said = document.getElementById("key-said");
  let saying = 0;
  function say(key) {
    const row = rows.find((one) => one.dataset.key === (/^[1-9]$/.test(key) ? "1" : key));
    if (!row) return;
    // Of an attack the page says why.
    const why = "re".includes(key) ? button("#attack-place :is(.harm, .actions > .soft)")?.textContent.trim() ?? "" : "";
    said.textContent = `Not now: ${row.querySelector("dd").textContent.toLowerCase()} (${key}). ${why}`.trim();
    clearTimeout(saying);
    saying = setTimeout(() => { said.textContent = ""; }, 4000);
  }

  addEventListener("keydown", (event) => {
    const { key, target: at } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || dialog.open) return;
    if (at.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], dialog, [data-token]")) return;
    if (key === "?") { event.preventDefault(); list(); return; }
    const pressed = placeOf(key);
    if (!pressed) { say(key); return; }
    event.preventDefault();
    said.textContent = "";
    if (key === "w" || pressed.matches("input[type=number]")) pressed.focus();
    else pressed.click();
  });
  document.addEventListener("click", ({ target: at }) => { if (at.closest?.("#fight-keys-open")) list(); });
})();
