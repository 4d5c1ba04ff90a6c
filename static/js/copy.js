// One press copies a text. Without this the text can be selected.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const say = (words) => { $("copied").textContent = words; };

  // Over plain http (a phone at the table) there is no clipboard to write to but by this old way.
  function copiedTheOldWay(text) {
    const before = document.activeElement;
    text.select();
    const done = document.execCommand("copy");
    if (done) before?.focus({ preventScroll: true });
    return done;
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.("[data-copy]");
    if (!button) return;
    const text = $(button.dataset.copy);
    const name = text.labels[0].textContent;
    say("");
    try {
      await navigator.clipboard.writeText(text.value);
      say(`${name} copied.`);
    } catch {
      say(copiedTheOldWay(text) ? `${name} copied.` : `${name} is selected: copy it from there.`);
    }
  });

  // While dice are copied, a press on a dice code copies it instead of opening its roll form.
  const bar = $("copying");
  if (!bar) return;
  const root = document.documentElement;
  const tell = (words) => { bar.querySelector("[role=status]").textContent = words; };

  function copying(on) {
    bar.hidden = !on;
    root.classList.toggle("copies-dice", on);
    tell(on ? "Press a dice code to copy it as text." : "");
    if (on && $("panel")?.matches(":popover-open")) $("panel").hidePopover();
    document.querySelector("details.more[open]")?.removeAttribute("open");
  }

  async function diceText(link) {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById("dice-text")?.value ?? "";
  }

  // Safari writes only what it was handed during the press: the promise of a text.
  async function write(text) {
    try {
      const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = await text;
      area.className = "unseen";
      bar.append(area);
      const done = copiedTheOldWay(area);
      area.remove();
      return done;
    }
  }

  async function copyDice(link) {
    const text = diceText(link);
    try {
      if (!await text) return tell("This roll has no dice to copy right now.");
      tell(await write(text) ? `${await text} copied.` : `Couldn’t copy. The text is ${await text}`);
    } catch {
      tell("Couldn’t copy: no connection. Press again.");
    }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-copies-dice]")) return copying(bar.hidden);
    const link = bar.hidden ? null : event.target.closest?.("a.rolls");
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    copyDice(link);
  }, true);
})();
