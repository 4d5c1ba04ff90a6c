// Changes made without a connection: kept on this device, shown until they are saved, sent in order and each once.
// Only where characters are kept on the device, and only by the account that made them.
(() => {
  "use strict";
  const { key: account, address } = document.currentScript.dataset;
  if (!("indexedDB" in window) || !navigator.locks) return;
  const WAITS = /^\/characters\/([0-9a-f-]{36})\/(?:table\/|press\/|press-undo\/|words\/$)/;
  // On the page of a fight: sent only while the fight is as that page showed it.
  const FIGHT = /^\/parties\/[0-9a-f-]{36}\/encounters\/([0-9a-f-]{36})\/(?:combatants|crew|attacks|next|numbers|reveal|roll)\//;
  const PAUSE = 30000, MOST_FORMS = 40, DAY = 24 * 60 * 60 * 1000, JUST_NOW = 8000;
  const news = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
  const newKey = () => crypto.randomUUID().replaceAll("-", "");
  const keeps = () => { try { return account !== "" && localStorage.getItem("kept-for") === account; } catch { return false; } };
  const fromDevice = () => document.querySelector(".offline-state") !== null;
  const here = () => location.pathname.match(/^\/characters\/([0-9a-f-]{36})\//)?.[1];
  let waiting = [], sentHere = false, asked = 0; // `asked`: how many the player was asked about already

  // --- the store: one row a change, in the order they were made

  const opened = () => new Promise((done, fail) => {
    const request = indexedDB.open("outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("changes", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  async function store(mode, act) {
    const database = await opened();
    try {
      return await new Promise((done, fail) => {
        const transaction = database.transaction("changes", mode);
        const request = act(transaction.objectStore("changes"));
        transaction.oncomplete = () => done(request?.result);
        transaction.onabort = () => fail(transaction.error);
      });
    } finally { database.close(); }
  }
  const all = () => store("readonly", (rows) => rows.getAll());
  // Other tabs learn of every change: what waits is said in each of them.
  const told = (done) => { news?.postMessage("changed"); return done; };
  const put = (row) => store("readwrite", (rows) => rows.put(row)).then(told);
  const drop = (id) => store("readwrite", (rows) => rows.delete(id)).then(told);

  // --- keeping a change

  // What is typed and chosen in a form, in words, to be shown as long as it waits.
  function typed(form, data) {
    const named = [...form.elements].filter((one) => one.name && one.type !== "hidden" && one.type !== "submit" && data.has(one.name));
    const shown = named.filter((one) => !["checkbox", "radio"].includes(one.type) || one.checked).map((one) => {
      const value = one.options ? one.selectedOptions[0]?.textContent.trim() : ["checkbox", "radio"].includes(one.type) ? "yes" : one.value;
      const name = one.labels?.[0]?.textContent.trim() || one.ariaLabel || one.name;
      return value ? `${name}: ${value}` : "";
    });
    return [...new Set(shown.filter(Boolean))].map((one) => one.replace(/\s+/g, " "));
  }
  const words = (one) => (one?.ariaLabel || one?.textContent || "").trim().replace(/\s+/g, " ");
  function nameOf(form, button) {
    const head = words(form.querySelector(".panel-name")) || words(form.querySelector(".counts > .label"));
    const pressed = words(button);
    if (form.matches(".rolling")) return head;
    if (form.id === "pressed") return form.dataset.name;
    return [head, pressed].filter(Boolean).join(": ") || words(form.querySelector(".label")) || "Notes";
  }
  // What the page showed of the fields of a turn: its change may rest on that alone.
  function shown(form) {
    const fields = {};
    if (!form.matches(".control")) return fields;
    for (const one of form.elements) {
      if (!one.name || one.type === "hidden") continue;
      fields[one.name] ??= [];
      if (one.matches("button[value]") ? one.ariaPressed === "true" : one.options) {
        fields[one.name].push(one.options ? ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value ?? "" : one.value);
      } else if (one.matches("input")) fields[one.name].push(one.defaultValue);
    }
    return fields;
  }
  // --- dice that fall here, where the form says which ones the engine rolls first

  // A face of a die, each as likely as the others: what is left over of a random byte is drawn again.
  function faceOf(sides) {
    const byte = new Uint8Array(1), most = 256 - 256 % sides;
    do crypto.getRandomValues(byte); while (byte[0] >= most);
    return byte[0] % sides + 1;
  }
  function throwDice({ dice, exploding = 0 }) {
    return dice.flatMap(([sides, kind], place) => {
      const fallen = [{ face: faceOf(sides), sides, kind }];
      while (place >= dice.length - exploding && fallen.at(-1).face === sides) fallen.push({ face: faceOf(sides), sides, kind: "again" });
      return fallen;
    });
  }
  // The fields that the odds and the dice of a form are for: as it came, or as it was last asked about.
  const foretold = new WeakMap();
  const fieldsOf = (data) => new URLSearchParams([...data].filter(([name]) => !["csrfmiddlewaretoken", "key", "ask", "call"].includes(name)));
  const noteFields = (place) => {
    for (const form of place.querySelectorAll("form.rolling")) if (!foretold.has(form)) foretold.set(form, fieldsOf(new FormData(form)));
  };
  document.addEventListener("htmx:load", (event) => noteFields(event.target.parentElement ?? document));
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const form = detail.target?.id === "panel-odds" && detail.target.closest("form.rolling");
    if (form && detail.requestConfig) foretold.set(form, fieldsOf(detail.requestConfig.formData));
  });
  // What of a form differs from what its dice are for; null where that isn't known.
  function changedFields(form) {
    const then = foretold.get(form), now = fieldsOf(new FormData(form));
    if (!then) return null;
    const names = new Set([...then.keys(), ...now.keys()]);
    return [...names].filter((name) => then.getAll(name).filter(Boolean).join("\n") !== now.getAll(name).filter(Boolean).join("\n"));
  }
  const named = ({ face, kind }, names) => kind ? `${names[kind] ?? kind} ${face}` : `${face}`;
  // Rolls for a form, as far as the page knows its dice. A total is said only where nothing else can change it.
  function rolledFor(form, character, { ahead, wasSent }) {
    const plan = form.querySelector("[data-throw]")?.dataset.throw;
    if (!plan) return {};
    const known = JSON.parse(plan), changed = changedFields(form);
    const free = new Set(known.free), steady = new Set([...known.free ?? [], ...known.steady ?? []]);
    const isNow = known.state === sessionStorage.getItem(`state-${character}`);
    const isFree = Boolean(changed?.every((name) => free.has(name))), lasting = Boolean(known.lasting) || !isFree;
    if (wasSent) return { later: "It may have arrived already.", lasting };
    if (!changed?.every((name) => steady.has(name))) return { later: "Its dice depend on what you changed.", lasting };
    if (!isNow || ahead) return { later: "Its dice depend on what changed before.", lasting };
    const dice = throwDice(known), faces = dice.map((die) => named(die, known.names)).join(" ");
    const result = isFree ? totalOf(known, dice) : null;
    return { dice: dice.map(({ face, sides }) => [face, sides]), fell: faces, total: result?.total ?? null, text: result?.text ?? "", lasting };
  }
  function totalOf({ added, unit, counting = [], canceling = [] }, dice) {
    if (added === undefined || added === null) return null;
    const sum = dice.reduce((all, { face }) => all + (unit ? counting.includes(face) - canceling.includes(face) : face), 0);
    const more = added ? ` ${added < 0 ? "−" : "+"} ${Math.abs(added)}` : "";
    if (!unit) return { total: sum + added, text: more ? `${sum}${more} = ${sum + added}` : `${sum}` };
    const total = Math.max(0, Math.max(0, sum) + added);
    return { total, text: `${total} ${unit[total === 1 ? 0 : 1]}` };
  }
  function saidOf(row) {
    if (!row.dice) return ["Rolled when it is sent.", row.later].filter(Boolean).join(" ");
    const fell = `Rolled offline: ${row.fell}`;
    return row.text && pending(row) ? `${fell} — ${row.text}.` : `${fell}. The result is counted when it is sent.`;
  }

  // The newest line of the log that was seen here: on the page, or on the one that led to this form.
  const seenHere = () => document.querySelector("#table, #rolling[data-line]")?.dataset ?? {};
  const seenLine = (character) => Number(seenHere().line ?? sessionStorage.getItem(`line-${character}`) ?? 0);
  function noteLine() {
    const { line, state } = seenHere();
    if (!line || !here()) return;
    sessionStorage.setItem(`line-${here()}`, line);
    if (state) sessionStorage.setItem(`state-${here()}`, state); // the dice of forms of the same state are known
  }
  async function keep(form, config, wasSent) {
    const data = new URLSearchParams([...config.formData].filter(([name]) => name !== "csrfmiddlewaretoken"));
    // A box of harm is a button with an address of its own.
    const button = config.triggeringEvent?.submitter;
    const target = button?.getAttribute("formaction") ?? form.getAttribute("hx-post") ?? config.path;
    const path = new URL(target, location.origin).pathname;
    const inFight = path.match(FIGHT);
    const character = (inFight ?? path.match(WAITS))[1];
    const isNotes = path.endsWith("/words/");
    const row = {
      account, path, character, name: nameOf(form, button ?? (inFight && form.querySelector("button"))), typed: typed(form, data), made: Date.now(), state: "waiting",
      who: document.querySelector("h1")?.firstChild?.textContent.trim() ?? "", line: seenLine(character),
      shown: shown(form), rolls: (form.querySelector("#do-it") ?? button)?.querySelector(".icon use[href*=dices]") !== null,
    };
    if (isNotes) return keepNotes(row, data);
    const rows = await all();
    if (inFight) return keepPress(row, rows, data, form);
    // What waits ahead of it may change the dice.
    const isAhead = (one) => one.character === character && one.account === account && one.lasting !== false && (pending(one) || one.state === "overtaken");
    Object.assign(row, rolledFor(form, character, { ahead: rows.some(isAhead), wasSent }));
    // A page that came from this device shows the keys of its forms again and again.
    if (!data.get("key") || rows.some((one) => one.key === data.get("key"))) data.set("key", newKey());
    // What this device set before is not what others did.
    const before = rows.filter((one) => one.path === path && one.account === account && (pending(one) || one.made > performance.timeOrigin)).at(-1);
    row.wanted = Object.fromEntries(Object.keys(row.shown).map((name) => [name, data.getAll(name)]));
    for (const name of Object.keys(row.shown)) row.shown[name] = before?.wanted?.[name] ?? row.shown[name];
    row.key = data.get("key");
    row.body = data.toString();
    await put(row);
    const input = form.elements.key;
    if (input) input.value = newKey();
    return undefined;
  }
  // The same press again is one, and rests on what the page shows now.
  async function keepPress(row, rows, data, form) {
    const same = rows.find((one) => one.path === row.path && one.account === account && pending(one) && one.name === row.name);
    if (!data.get("key") || rows.some((one) => one.key === data.get("key"))) data.set("key", newKey());
    await put({ ...row, ...(same && { id: same.id }), key: data.get("key"), body: data.toString(), shown: {}, fight: location.pathname, seen: document.getElementById("fight").dataset.seen ?? document.getElementById("seen").value });
    if (form.elements.key) form.elements.key.value = newKey();
  }
  // Notes are one change however often they are edited: what the first of them began from counts.
  async function keepNotes(row, data) {
    const before = (await all()).find((one) => one.path === row.path && one.account === account && one.state === "waiting");
    row.lasting = false;
    const fields = new URLSearchParams(before?.body);
    for (const [name, value] of data) if (!name.startsWith("was.") || !fields.has(name)) fields.set(name, value);
    const named = [...fields.keys()].filter((name) => !name.startsWith("was."));
    const typedNow = named.map((name) => fields.get(name)).filter(Boolean);
    await put({ ...row, ...(before && { id: before.id }), typed: typedNow, body: fields.toString(), key: newKey() });
    dispatchEvent(new CustomEvent("outbox:kept", { detail: [...data] }));
  }

  // --- which requests wait

  const isFight = () => document.getElementById("fight") !== null;
  const mayWait = (detail) => keeps() && detail.requestConfig.verb === "post" && detail.elt instanceof HTMLFormElement
    && mayPress(new URL(detail.requestConfig.path, location.origin).pathname);
  const mayPress = (path) => WAITS.test(path) || (isFight() && FIGHT.test(path));
  function kept(form, config, { wasSent }) {
    const done = () => {
      document.getElementById("panel")?.hidePopover?.();
      if (!form.matches(".rolling") || document.getElementById("panel")) return flush();
      location.href = location.pathname.replace(/\/table\/.*/, "/table/");
      return undefined;
    };
    keep(form, config, wasSent).then(show).then(done, () => {
      say("There is no room on this device for this change. It is not saved.");
    });
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { detail } = event;
    const waits = waiting.some((one) => pending(one) && one.account === account);
    if (!mayWait(detail) || !((waits && !FIGHT.test(detail.requestConfig.path)) || fromDevice() || !navigator.onLine)) return;
    event.preventDefault();
    if (toForm(detail.elt)) return;
    kept(detail.elt, detail.requestConfig, { wasSent: false });
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (!mayWait(event.detail)) return openForm(event);
    event.stopPropagation();
    // Its answer may have been lost on the way back, with dice that the site rolled.
    return kept(event.detail.elt, event.detail.requestConfig, { wasSent: true });
  });
  // Which dice a pressed code rolls is known by its form alone, which is on this device as a page of its own.
  function toForm(form) {
    if (form.id !== "pressed") return false;
    location.href = form.dataset.form;
    return true;
  }
  // A form of a character that can't be fetched is on this device, as a page of its own.
  function openForm(event) {
    const { elt, requestConfig } = event.detail;
    if (!keeps() || requestConfig.verb !== "get" || !elt.matches?.("a[href]") || event.detail.target?.id !== "panel-place") return;
    if (!WAITS.test(elt.pathname)) return;
    event.stopPropagation();
    location.href = elt.href;
  }

  // --- sending

  const mine = (one) => one.account === account || account === "";
  const pending = (one) => one.state === "waiting" || one.state === "sending";
  async function flush() {
    try {
      await navigator.locks.request("outbox", { ifAvailable: true }, async (lock) => { if (lock) await sendAll(); });
    } catch { /* no connection: they wait */ }
    await show();
    refresh();
  }
  async function sendAll() {
    const rows = await all();
    await Promise.all(rows.filter((one) => one.state === "sent" && Date.now() - one.made > DAY).map((one) => drop(one.id)));
    if (!rows.some(pending)) return;
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) return;
    const { account: whose, token } = await answer.json();
    const stopped = new Set(rows.filter((one) => one.state === "overtaken" && !one.fight).map((one) => one.character));
    for (const row of rows) {
      if (!pending(row) || row.account !== whose || stopped.has(row.character)) continue;
      if (!await send(row, token)) return;
      if (row.state === "overtaken" && !row.fight) stopped.add(row.character);
    }
  }
  // Sends one change; whether the next may follow.
  async function send(row, token) {
    const sent = (await all()).filter((one) => one.state === "sent" && one.character === row.character).map((one) => one.key);
    const body = { account: row.account, path: row.path, body: row.body, line: row.line, shown: row.shown, sent: sent.slice(-200), dice: row.dice ?? [], total: row.total ?? null, state: row.seen ?? "" };
    await put({ ...row, state: "sending" }); // what is typed from now on is another change
    const answer = await fetch(address, {
      method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    });
    const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json");
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500 || !isOurs) return false;
    const { message = "", since, newest } = await answer.json();
    if (answer.ok) Object.assign(row, { state: "sent", body: "", typed: [], shown: {}, dice: null });
    else Object.assign(row, { state: since ? "overtaken" : "refused", message, since, newest });
    sentHere ||= answer.ok && row.character === here();
    await put(row);
    return true;
  }
  // Shows a page anew on which something was sent, unless somebody is typing in it.
  function refresh() {
    if (!sentHere || waiting.some((one) => pending(one) && one.character === here())) return;
    const busy = document.activeElement?.matches("input, textarea, select") || document.querySelector("#panel:popover-open, #step-form");
    sentHere = false;
    if (!busy) location.reload();
  }

  // --- what waits, always in sight

  const element = (name, text, attributes = {}) => Object.assign(document.createElement(name), { textContent: text, ...attributes });
  function say(text) {
    const place = box();
    place.append(element("p", text, { className: "harm" }));
  }
  function box() {
    const old = document.getElementById("outbox");
    if (old) return old;
    const place = element("section", "", { id: "outbox", className: "notice of-note outbox", ariaLabel: "Changes on this device", ariaLive: "polite" });
    document.getElementById("main")?.prepend(place);
    return place;
  }
  const several = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
  function button(text, about, act) {
    const one = element("button", text, { type: "button", className: "quiet" });
    one.append(element("span", ` ${about}`, { className: "unseen" }));
    one.addEventListener("click", async () => { one.disabled = true; await act(); await show(); flush(); });
    return one;
  }
  function lineOf(row) {
    const item = document.createElement("li");
    const at = new Date(row.made).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const head = element("p", "");
    head.append(element("b", row.name), `${row.who && row.who !== row.name ? `, ${row.who}` : ""}, ${at}`);
    item.append(head);
    if (row.typed.length) item.append(element("p", row.typed.join(" · "), { className: "typed" }));
    if (row.dice || (pending(row) && row.rolls)) item.append(element("p", saidOf(row), { className: row.dice ? "fell" : "soft" }));
    if (row.message) item.append(element("p", row.message, { className: "harm" }));
    if (row.since?.length) {
      const list = element("ul", "");
      list.append(...row.since.map((one) => element("li", one)));
      item.append(element("p", "What is there now:", { className: "label" }), list);
    }
    const actions = element("p", "", { className: "actions" });
    const noted = row.path.endsWith("/words/");
    if (row.fight && !pending(row) && location.pathname !== row.fight) actions.append(element("a", "Open the fight", { href: row.fight, className: "quiet" }));
    if (row.state === "overtaken" && !noted && !row.fight) {
      actions.append(button("Send anyway", row.name, () => put({ ...row, state: "waiting", line: row.newest, shown: {}, message: "", since: null, total: null, text: "" })));
    }
    if (!pending(row)) {
      actions.append(button("Copy", row.name, () => navigator.clipboard?.writeText([row.name, ...row.typed, ...row.dice ? [saidOf(row)] : []].join("\n")).catch(() => {})));
    }
    actions.append(button("Discard", row.name, () => drop(row.id)));
    item.append(actions);
    return item;
  }
  async function show() {
    waiting = (await all().catch(() => [])).filter((one) => one.state !== "sent");
    const own = waiting.filter(mine), others = waiting.length - own.length;
    if (!waiting.length) return document.getElementById("outbox")?.remove();
    const place = box(), open = place.querySelector("details")?.open;
    const asks = own.filter((one) => !pending(one)).length;
    const later = own.length - asks;
    const states = [later && `${several(later, "change")} ${later === 1 ? "waits" : "wait"} to be sent`, asks && `${several(asks, "change")} not saved`];
    const head = states.filter(Boolean).join(", ");
    place.replaceChildren();
    if (own.length && account) {
      const fold = document.createElement("details"), list = document.createElement("ol");
      fold.append(element("summary", head), list);
      const justFell = own.some((one) => one.dice && Date.now() - one.made < JUST_NOW);
      fold.open = asks > asked || justFell || Boolean(open);
      list.append(...own.map(lineOf));
      place.append(fold);
    } else if (own.length) place.append(element("p", `${head}. Sign in to send them.`));
    asked = asks;
    if (others) {
      const words = `${several(others, "change")} of another account ${others === 1 ? "waits" : "wait"} on this device.`;
      place.append(element("p", `${words} Sign in to that account to send them.`));
    }
    if (location.pathname.endsWith("/logout/")) place.append(element("p", "Signing out discards them.", { className: "harm" }));
    return undefined;
  }

  // --- when

  addEventListener("DOMContentLoaded", async () => {
    if (fromDevice()) for (const input of document.querySelectorAll("form input[name=key]")) input.value = newKey();
    noteLine();
    await show();
    flush();
    keepForms();
  });
  addEventListener("htmx:afterSettle", noteLine);
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
  setInterval(() => { if (waiting.length) flush(); }, PAUSE);
  news?.addEventListener("message", show);
  // The forms of whoever is played here, to be had without a connection.
  async function keepForms() {
    if (!keeps() || fromDevice() || !/\/table\/$/.test(location.pathname)) return;
    const worker = (await navigator.serviceWorker?.getRegistration("/"))?.active;
    const links = [...document.querySelectorAll("#table :is(a[hx-get], a[data-rolls])")].map((one) => new URL(one.href)).filter((one) => !one.search);
    const notes = new URL("../words/", location.href).href;
    const table = document.getElementById("table"); // an error answered this address, or the page has gone meanwhile
    if (!table) return;
    const state = table.dataset.state; // of forms with other dice newer ones are kept
    worker?.postMessage({ forms: [notes, ...new Set(links.map((one) => one.href))].slice(0, MOST_FORMS), state });
  }
})();
