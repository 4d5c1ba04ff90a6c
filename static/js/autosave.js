// Saves while you type, waits for it before the page is left, and keeps what is typed when parts of the page are shown
// anew. Without it the forms have a Save button.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const form = () => document.getElementById("step-form");

  // --- saving: what was touched since the last answer, by the names of its fields

  const PAUSE = 400;
  const PATIENCE = 300;
  const touched = new Set();
  const known = new Map();
  const refused = new Set();
  // Changed in another place, too: not sent again before it is said which of them is to stay.
  const held = new Set();
  let sending = new Set();
  let inFlight = 0;
  const presses = new Set(); // the buttons whose requests are on their way
  const pressOf = (form, button) => button && [form.action, button.formAction, button.name, button.value].join(" ");
  let pause, patience, again, attempts = 0;
  let whenQuiet = [];

  const unsaved = () => touched.size > 0 || sending.size > 0;

  function newSlip() {
    const slip = document.createElement("p");
    Object.assign(slip, { id: "slip", className: "slip", role: "status" });
    slip.append(document.createElement("span"));
    document.body.append(slip);
    return slip;
  }
  function say(words, { harm = false, stay = harm, lasts = 1500 } = {}) {
    const slip = $("#slip") ?? newSlip();
    const text = slip.lastElementChild;
    if (text.textContent !== words) text.textContent = words;
    slip.classList.toggle("of-harm", harm);
    slip.classList.add("shown");
    clearTimeout(slip.hides);
    if (!stay) slip.hides = setTimeout(() => slip.classList.remove("shown"), lasts);
  }

  function save() {
    clearTimeout(pause);
    if (touched.size && form()) htmx.trigger(form(), "autosave");
  }

  const valuesOf = (name) => new FormData(form()).getAll(name).join("\u001f");

  // Notes a field as changed, unless it holds what is known to be saved.
  function touch(name, wait) {
    if (held.has(name) || known.get(name) === valuesOf(name)) return;
    touched.add(name);
    refused.delete(name);
    clearTimeout(pause);
    pause = setTimeout(save, wait);
  }

  // Runs once nothing is on its way any more; saves first what is not saved yet.
  function quietly(then) {
    save();
    if (inFlight === 0) then();
    else whenQuiet.push(then);
  }

  function savable(input) {
    return input.name && input.form === form() && form()?.hasAttribute("data-autosave")
      && document.getElementsByName(`was.${input.name}`).length > 0;
  }

  document.addEventListener("focusin", ({ target }) => {
    if (target.name && !known.has(target.name) && savable(target)) known.set(target.name, valuesOf(target.name));
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-live]")) return find(target.type === "search" ? 250 : 0);
    if (!target.name || !savable(target)) return;
    if (target.closest(".typed-rows")) growRows(target);
    const typing = target.matches("textarea, input[type=text], input[type=number]");
    // What is typed about a thing may rename it, so it waits until you are done.
    if (typing && !target.closest(".ware-more")) touch(target.name, PAUSE);
    else if (typing) touched.add(target.name);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name && savable(target)) touch(target.name, 0);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target.name && touched.has(target.name)) touch(target.name, 0);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    // Enter in a line saves it; it does not send the whole page off.
    if (key === "Enter" && target instanceof HTMLInputElement && savable(target)) {
      event.preventDefault();
      touch(target.name, 0);
    }
  });

  addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.id === "finder") {
      for (const [name, value] of [...detail.formData]) if (value === "") detail.formData.delete(name);
    }
    if (detail.elt !== form()) return;
    detail.path = location.pathname + location.search;
    sending = new Set(touched);
    touched.clear();
    sending.forEach((name) => known.set(name, valuesOf(name)));
    for (const name of [...detail.formData.keys()]) {
      const field = name.startsWith("was.") ? name.slice(4) : name;
      if (field !== "csrfmiddlewaretoken" && !sending.has(field)) detail.formData.delete(name);
    }
  });
  // What only asks is not waited for.
  const saves = ({ requestConfig }) => requestConfig.verb !== "get";
  addEventListener("htmx:beforeRequest", (event) => {
    const { detail } = event;
    if (detail.elt === form() && !sending.size) return event.preventDefault();
    if (detail.elt !== form()) return undefined;
    clearTimeout(again);
    clearTimeout(patience);
    patience = setTimeout(() => say("Saving…", { stay: true }), PATIENCE);
    return undefined;
  });
  // The request itself says when it ends: what sent it may have been exchanged meanwhile, and is heard by nobody then.
  addEventListener("htmx:beforeSend", ({ detail }) => {
    if (!saves(detail)) return;
    inFlight += 1;
    const press = pressOf(detail.elt, detail.requestConfig.triggeringEvent?.submitter);
    if (press) presses.add(press);
    detail.xhr.addEventListener("loadend", () => { inFlight -= 1; presses.delete(press); goOn(); });
  });
  addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt === form()) answered(detail.xhr.status);
    goOn();
  });
  function goOn() {
    if (inFlight || touched.size) return;
    const waiting = whenQuiet;
    whenQuiet = [];
    waiting.forEach((then) => then());
  }

  function answered(status) {
    clearTimeout(patience);
    const failed = sending;
    sending = new Set();
    if (status >= 200 && status < 400) {
      attempts = 0;
      const words = changed;
      changed = "";
      return say(words ? `Saved. ${words}` : "Saved", { lasts: words ? 4000 : 1500 });
    }
    // Nobody leaves while something is not saved, unless they say so.
    whenQuiet = [];
    if (status === 409 || status === 422) {
      failed.forEach((name) => {
        refused.add(name);
        if (status === 422) return;
        held.add(name);
        touched.delete(name);
      });
      const why = status === 409 ? "changed in another place. See above" : "see what is marked";
      return say(`Not saved: ${why}.`, { harm: true });
    }
    // Nothing typed is lost: it goes with the next attempt.
    failed.forEach((name) => { touched.add(name); known.delete(name); });
    if (status === 0 || status >= 500) {
      attempts += 1;
      const seconds = Math.min(30, 2 ** attempts);
      const why = status === 0 ? "no connection"
        : status === 503 ? "the site can't save right now" : "something broke on our side";
      say(`Not saved: ${why}. What you wrote is still here; trying again.`, { harm: true });
      again = setTimeout(save, seconds * 1000);
    } else {
      const why = status === 404 ? "this browser does not own this character any more"
        : status === 403 ? "this page was open too long; copy what you wrote and reload"
        : status === 413 ? "that is too long" : "it was refused";
      say(`Not saved: ${why}.`, { harm: true });
    }
  }
  addEventListener("online", save);
  // Kept on this device, to be sent later: nothing of it is unsaved, unless it was changed since.
  addEventListener("outbox:kept", ({ detail }) => {
    [pause, patience, again].forEach(clearTimeout);
    for (const [name, value] of detail) if (valuesOf(name) === value) touched.delete(name);
    sending = new Set();
    attempts = 0;
    say("Kept on this device until there is a connection.", { lasts: 4000 });
    if (touched.size) pause = setTimeout(save, PAUSE);
  });
  addEventListener("beforeunload", (event) => {
    if (refused.size || (attempts && unsaved())) event.preventDefault();
  });
  // A page that is hidden may never come back: what is typed is saved without the pause. One that is
  // left hands over what is not answered yet, and the browser ends that without it.
  document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });
  addEventListener("pagehide", () => {
    if (!unsaved() || !form()?.hasAttribute("data-autosave")) return;
    const left = new Set([...touched, ...sending]);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form())) {
      const field = name.startsWith("was.") ? name.slice(4) : name;
      if (field === "csrfmiddlewaretoken" || left.has(field)) body.append(name, value);
    }
    const address = location.pathname + location.search;
    fetch(address, { method: "POST", body, headers: { "HX-Request": "true" }, keepalive: true }).catch(() => {});
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // What any other form or link asked for and did not get. The page stays as it is, and says so.
  let unanswered = false;
  const whyNot = (status, saving, busy) => busy ? "The server is busy. Nothing was changed. Try again in a moment." : ({
    403: "This page was open too long. Reload it, then try again.",
    404: "This isn't here any more. Reload the page.",
    413: "That is too large. Nothing was saved.",
    429: "Too often. Wait a little, then try again.",
  })[status] ?? (saving ? "Nothing was saved. Try again." : "This can't be loaded right now. Try again.");
  function tellWhyNot({ detail }) {
    // Those say so themselves: what is typed into a step, what is live, and all at the table.
    if (detail.elt === form() || detail.elt.id === "live" || $("#panel-place")) return;
    unanswered = true;
    say(whyNot(detail.xhr.status, saves(detail), detail.xhr.getResponseHeader("X-Busy")), { harm: true });
  }
  addEventListener("htmx:responseError", tellWhyNot);
  addEventListener("htmx:sendError", tellWhyNot);
  addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!unanswered || !detail.successful) return;
    unanswered = false;
    $("#slip")?.classList.remove("shown");
  });

  // Leaving the step, by a link or a form, waits for what is being saved.
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.id === "finder") comparing = submitter?.hasAttribute("data-compare");
    if (event.defaultPrevented) return undefined;
    if (target === form()) refused.clear(); // what was refused goes along, and comes back marked
    if (target.id === "finder" || !(unsaved() || inFlight)) return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    const twice = presses.has(pressOf(target, submitter));
    if (target.closest("#fight")) fights.add(target);
    return quietly(() => resubmit(target, submitter, twice));
  }, true);
  // What was pressed may have been shown anew while it waited.
  function resubmit(asked, pressed, twice) {
    const same = (one) => one.type === "submit" && one.form?.action === asked.action && one.formAction === pressed.formAction
      && one.name === pressed.name && (one.name === "key" || one.value === pressed.value);
    const button = pressed?.isConnected ? pressed : [...document.querySelectorAll("button")].find((one) => pressed && same(one));
    // What was pressed is of no use any more: what was saved meanwhile took it away, or the first press of two did.
    if (pressed && !button && twice) return undefined;
    if (pressed && !button && fights.has(asked) && !isSettled(addressOf(asked, pressed))) return sendGone(asked, pressed);
    if (pressed && !button && !form()) return say("The press before settled this. The page shows how it stands.", { lasts: 6000 });
    if (pressed && !button) return say("Not applied: what you changed is saved instead.", { harm: true });
    (button?.form ?? asked).requestSubmit(button);
  }
  // In a fight a press is sent though its button has gone: the game may still allow it, or says why not. What the press
  // before decided about the same attack is settled.
  let lastPressed = "";
  const fights = new WeakSet();
  const subjectOf = (path) => path.match(/\/attacks\/\d+\//)?.[0] ?? "";
  const addressOf = (form, pressed) => pressed.getAttribute("formaction") || form.getAttribute("action");
  const isSettled = (address) => Boolean(subjectOf(address)) && subjectOf(address) === subjectOf(lastPressed);
  addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") lastPressed = detail.requestConfig.path;
  });
  function sendGone(asked, pressed) {
    const values = {};
    for (const [name, value] of new FormData(asked, pressed)) (values[name] ??= []).push(value);
    return htmx.ajax("POST", addressOf(asked, pressed), { source: $("#fight"), swap: "none", values });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.hasAttribute("data-takes-saved")) { refused.clear(); held.clear(); }
    if (link.dataset.closes) {
      event.preventDefault();
      return document.getElementById(link.dataset.closes).replaceChildren();
    }
    if (link.getAttribute("href").startsWith("#") || link.hasAttribute("download") || !(unsaved() || inFlight)) return;
    event.preventDefault();
    quietly(() => { location.href = link.href; });
  });

  // --- fragments: what is shown anew keeps what is being typed, what is open, and where you are

  // What a choice changed on the sheet beside it, in a few words: "Dodge 12 → 15".
  const MOST_CHANGES = 4;
  let figures = null, changed = "";
  const figuresOf = (pane) => new Map([...pane.querySelectorAll(".big-figures li, .brief-columns li, .pane-rows li")]
    .map((line) => [line.querySelector(".explains, .label"), line.querySelector(".value, .code, .figures")])
    .filter(([name, value]) => name && value).map((both) => both.map((one) => one.textContent.trim())));
  function changesSince(before, after) {
    const words = [...after].filter(([name, value]) => before.get(name) !== value)
      .map(([name, value]) => (before.has(name) ? `${name} ${before.get(name)} → ${value}` : `${name} ${value}`));
    const more = words.length - MOST_CHANGES;
    return words.slice(0, MOST_CHANGES).join(", ") + (more > 0 ? `, ${more} more` : "");
  }

  let kept = null;
  const topOf = (id) => (id && document.getElementById(id)?.getBoundingClientRect().top) || 0;
  addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    const next = fragment.firstElementChild;
    // Two versions are shown until one of them is chosen.
    if (target.id === "notices" && held.size && !fragment.querySelector(".versions")) { detail.shouldSwap = false; return; }
    if (next && target.isEqualNode(next)) { detail.shouldSwap = false; return; }
    if (target.id === "pane") figures ??= figuresOf(target);
    kept ??= { inputs: new Map(), open: new Set(), focus: document.activeElement?.id, top: topOf(document.activeElement?.id) };
    // Those that form none are only about what is seen; those touched since hold something newer.
    for (const input of target.querySelectorAll("input, textarea, select")) {
      if (touched.has(input.name) || input.matches('[form="none"], [form="finder"]')) {
        kept.inputs.set(input.id, { value: input.value, checked: input.checked });
      }
    }
    for (const details of target.querySelectorAll("details[open][id]")) kept.open.add(details.id);
  });
  addEventListener("htmx:afterSwap", () => {
    if (figures) changed = changesSince(figures, figuresOf($("#pane")));
    figures = null;
    if (!kept) return;
    const { inputs, open, focus, top } = kept;
    kept = null;
    inputs.forEach((state, id) => Object.assign(document.getElementById(id) ?? {}, state));
    open.forEach((id) => { const details = reborn(id, "details"); if (details) details.open = true; });
    if (focus && document.activeElement === document.body) back(focus);
    // What was pressed stays under the finger, whatever grew or shrank above it.
    const now = topOf(focus);
    if (top && now) scrollBy({ top: now - top, behavior: "instant" });
    for (const input of document.querySelectorAll(":is(input, textarea, select)[aria-describedby]")) {
      const error = document.getElementById(input.getAttribute("aria-describedby").split(" ").at(-1));
      if (!error?.matches(".error")) continue;
      // Where it is known which of them are wrong, the others are not marked.
      const { wrong } = error.dataset;
      input.setAttribute("aria-invalid", String(error.textContent !== "" && (!wrong || wrong.split(" ").includes(input.id))));
    }
  });

  // The same element after it was shown anew. A thing that got a name goes by another id, much like
  // its old one.
  function reborn(id, kind) {
    const same = document.getElementById(id);
    if (same) return same;
    const likeness = (one) => {
      let start = 0, end = 0;
      while (start < id.length && one.id[start] === id[start]) start += 1;
      while (end < id.length - start && one.id.at(-1 - end) === id.at(-1 - end)) end += 1;
      return start + end;
    };
    return [...document.querySelectorAll(kind)].filter((one) => one.id)
      .reduce((best, one) => (best && likeness(best) >= likeness(one) ? best : one), null);
  }

  // A choice pressed, and replaced before the mouse button is up: the press still counts. Never that
  // of a button: a double click must not buy twice.
  let pressed = null;
  const choice = (target) => {
    const control = target.closest?.("label")?.control ?? target;
    return control.matches?.("input:is([type=checkbox], [type=radio])") ? control : null;
  };
  document.addEventListener("pointerdown", ({ target, button, pointerType }) => {
    pressed = button === 0 && pointerType === "mouse" ? choice(target) : null;
  });
  document.addEventListener("pointerup", ({ target }) => {
    if (pressed?.id && !pressed.isConnected && choice(target)?.id === pressed.id) choice(target).click();
    pressed = null;
  });

  // Puts the focus where it was, or beside it: a button that is of no use any more has a neighbour.
  function back(id) {
    const found = reborn(id, "button, input, select, textarea");
    const usable = ":is(button, input):not(:disabled, [type=hidden]), select, textarea, a[href]";
    for (const one of [found, ...(found?.parentElement.querySelectorAll(usable) ?? [])]) {
      one?.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
  }

  // --- steppers and rows typed by hand

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-step]");
    if (!button) return;
    const stepper = button.closest(".stepper") ?? button.parentElement;
    const input = stepper.querySelector("input");
    const wanted = Number(input.value || 0) + Number(button.dataset.step);
    input.value = String(Math.max(Number(input.min), Math.min(Number(input.max), wanted)));
    const [less, more] = stepper.querySelectorAll(".less, .more");
    less.disabled = Number(input.value) <= Number(input.min);
    more.disabled = Number(input.value) >= Number(input.max);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // Typing in the last row makes an empty one below it.
  function growRows(input) {
    const row = input.closest("li"), list = row.parentElement;
    if (row.nextElementSibling || input.value === "") return;
    const count = list.children.length + 1;
    const next = row.cloneNode(true);
    for (const one of next.querySelectorAll("[data-cell]")) {
      if (one.options) {
        for (const option of one.options) option.defaultSelected = false;
        one.selectedIndex = 0;
      } else {
        one.value = "";
        one.removeAttribute("value");
      }
      one.id = `${list.dataset.rows}-${count}-${one.dataset.cell}`;
      one.ariaLabel = one.ariaLabel.replace(new RegExp(` ${count - 1}(?=,|$)`), ` ${count}`);
    }
    row.after(next);
  }

  // --- finding and comparing

  let finding, comparing = false;
  function find(wait) {
    clearTimeout(finding);
    finding = setTimeout(() => $("#finder")?.requestSubmit(), wait);
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-stop-comparing]")) return;
    event.preventDefault();
    for (const box of document.querySelectorAll("[name=compare]")) box.checked = false;
    find(0);
    $("#q")?.focus();
  });
  addEventListener("htmx:afterSettle", () => {
    if (comparing) $(".comparison")?.focus();
    comparing = false;
  });

  // --- a form that is shown again stays open: two of one name may not be open at a time, so the old one gives its name up

  addEventListener("htmx:beforeSwap", ({ detail }) => {
    // A whole page says why there is no other one, whatever its status: but not for what the page asks by itself.
    const polls = detail.requestConfig.triggeringEvent?.type === "hx:poll:trigger";
    if (!polls && detail.xhr.getResponseHeader("HX-Retarget") === "body") {
      detail.shouldSwap = true;
      detail.isError = false;
    }
    if (detail.target === form()) return; // it stays: only parts of it are shown anew
    for (const fold of detail.target.querySelectorAll("details[name][open]")) fold.removeAttribute("name");
  });
})();
