// What is typed, ticked, or chosen in a form of a live page stays when something new comes in, whether others bring it or
// an own press; the focus and open folds stay, too. A form that works out what is chosen works it out anew. Where a text
// that is being typed would have no place any more, the news wait.
(() => {
  "use strict";
  const CONTROLS = "input:not([type=hidden], [type=file]), select, textarea";
  // Hidden values that tell forms of one address from each other, and those that come with each page and are no choice.
  const TELLS = new Set(["action", "who", "member", "station", "wave", "by", "character"]);
  const OF_PAGE = new Set(["csrfmiddlewaretoken", "key", "target_of"]);
  const kept = new Map(); // by the name of a form: the form as it is now, what is chosen in it, and what on purpose

  // --- a form and its fields, by names that outlast a new page

  function nameOf(form) {
    const hidden = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => TELLS.has(name));
    const first = form.matches(".control") ? form.querySelector(`${CONTROLS}, button`)?.name : "";
    return form.getAttribute("id") || [form.getAttribute("action"), first, ...hidden.map((one) => `${one.name}=${one.value}`)].join(" ");
  }
  const isTick = (one) => one.type === "checkbox" || one.type === "radio";
  function fields(form) {
    const seen = new Map();
    // In a page that is not shown yet, a form knows only of what stands in it.
    const all = form.isConnected ? [...form.elements] : [...form.querySelectorAll(CONTROLS)];
    return all.filter((one) => one.name && one.matches(CONTROLS)).map((one) => {
      const number = seen.get(one.name) ?? 0;
      if (!isTick(one)) seen.set(one.name, number + 1);
      return [isTick(one) ? `${one.name}=${one.value}` : `${one.name} ${number}`, one];
    });
  }
  const asks = (form) => (form.matches("[hx-get]") ? form : form.querySelector("[hx-get]"));
  const formNamed = (name, within = document) => [...within.querySelectorAll("form")].find((form) => nameOf(form) === name);

  // A fold by its own name, or by the place that it has within what has one.
  function foldOf(one) {
    const around = one.parentElement.closest("[id]");
    return one.id || `${around?.id} ${[...around?.querySelectorAll("details") ?? []].indexOf(one)}`;
  }

  // --- what is chosen

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      const { form } = target;
      if (!form || !target.name || target.closest("#panel")) return;
      const one = kept.get(nameOf(form)) ?? { onPurpose: new Set() };
      kept.set(nameOf(form), take(one, form));
      // Somebody who was down already is attacked on purpose.
      const chosen = `${target.name} ${target.value}`;
      one.onPurpose[isOut(form, target.name, target.value) ? "add" : "delete"](chosen);
    }, true);
  }
  function take(one, form) {
    form.dataset.chosen = "yes";
    const isOnPage = (name) => OF_PAGE.has(name) && !form.querySelector(`:is(select, [type=radio])[name="${name}"]`);
    return Object.assign(one, { form, fields: fields(form), values: [...new FormData(form)].filter(([name]) => !isOnPage(name)) });
  }
  function isOut(form, name, value) {
    const at = form.querySelector(`[name="${CSS.escape(name)}"]:is([value="${CSS.escape(value)}"], :has(option[value="${CSS.escape(value)}"]))`);
    const option = [...at?.options ?? []].find((each) => each.value === value);
    return Boolean(at && (at.closest(".out") || option?.dataset.out));
  }
  // What was sent is not chosen any more, but where it is sent to one after the other. What a form asks itself is answered with what was chosen there.
  let own = "";
  addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
    const form = requestConfig?.elt.closest("form");
    own = form ? nameOf(form) : "";
    focus = null;
    if (requestConfig?.verb !== "post") return;
    open.clear();
    if (xhr.status < 300 && !form?.matches("[data-keeps]")) kept.delete(own);
  });

  // --- before something new: where the focus is, and which folds are open

  const open = new Set();
  let focus = null, waits = false;
  function before(detail) {
    const { target, fragment } = detail;
    if (!target || target.closest("#panel")) return;
    if (fragment && isHomeless(target, fragment)) waits = true;
    if (waits) { detail.shouldSwap = false; return; }
    for (const one of target.querySelectorAll("details[open]")) open.add(foldOf(one));
    const active = document.activeElement, { form } = active;
    if (!target.contains(active)) return;
    const field = form && fields(form).find(([, one]) => one === active)?.[0], name = field && nameOf(form);
    const caret = field && (active.selectionStart ?? null) !== null ? [active.selectionStart, active.selectionEnd] : null;
    const found = active.dataset.token ? `[data-token="${CSS.escape(active.dataset.token)}"]` : active.id ? `#${CSS.escape(active.id)}` : "";
    focus = { caret, find: () => (field ? fields(formNamed(name) ?? document.createElement("form")).find(([key]) => key === field)?.[1] : found ? document.querySelector(found) : null) };
  }
  // A text that is being typed, without a place in what comes. What was just sent needs none any more.
  function isHomeless(target, fragment) {
    return [...kept].some(([name, { form, fields: all }]) => {
      if (asks(form) || form.classList.contains("htmx-request")) return false;
      const typed = all.filter(([, one]) => target.contains(one) && !isTick(one) && !one.options && one.value !== one.defaultValue);
      const there = typed.length ? formNamed(name, fragment) : null;
      const places = new Map(there ? fields(there) : []);
      return typed.some(([key, { id }]) => !places.has(key) && !(id && fragment.querySelector(`#${CSS.escape(id)}`)));
    });
  }

  // --- after it

  function after() {
    takeUp();
    // What a form works out anew has its folds later.
    for (const one of open.size ? document.querySelectorAll("details:not([open])") : []) if (open.delete(foldOf(one))) one.open = true;
    const isLost = !document.activeElement || document.activeElement === document.body;
    const one = focus && isLost ? focus.find() : null;
    one?.focus({ preventScroll: true });
    if (one && focus.caret) one.setSelectionRange(...focus.caret);
    if (isLost) focus = null;
  }
  function takeUp() {
    const isGone = ({ form, fields: all }) => ![form, ...all.map(([, one]) => one)].every((one) => one.isConnected);
    if (![...kept.values()].some(isGone)) return;
    const now = new Map([...document.querySelectorAll("form")].map((form) => [nameOf(form), form]));
    for (const [name, one] of kept) {
      const form = now.get(name);
      if (!isGone(one)) continue;
      if (!form) kept.delete(name);
      else if (name === own && asks(form)) take(one, form);
      else choose(one, form, { again: name !== own });
    }
  }
  function choose(one, form, { again }) {
    const stands = ([name, value]) => !value || one.onPurpose.has(`${name} ${value}`) || !isOut(form, name, value);
    const standing = one.values.filter(stands);
    // Where all that was chosen is out, the choice is the page's again.
    const names = new Set(standing.filter(([, value]) => value).map(([name]) => name));
    const left = new Set(one.values.filter((each) => !stands(each) && !names.has(each[0])).map(([name]) => name));
    const was = written(form);
    fill(form, standing.filter(([name]) => !left.has(name)), left);
    take(one, form);
    // What is new answers to events once all of it is there.
    if (again && written(form) !== was) setTimeout(() => tell(form));
  }
  function tell(form) {
    if (asks(form)) htmx.trigger(asks(form), "again");
    else if (form.matches(".control")) htmx.trigger(form, "change");
    else for (const shares of form.querySelectorAll("[data-adds-up] input")) shares.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const written = (form) => String(new URLSearchParams(new FormData(form)));
  // What has no field yet is there all the same, should it be sent at once.
  function fill(form, values, left) {
    const places = new Map();
    for (const [, one] of fields(form)) {
      if (left.has(one.name)) continue;
      const chosen = values.filter(([name]) => name === one.name).map(([, value]) => value), at = places.get(one.name) ?? 0;
      if (one.type === "radio") one.checked ||= chosen.includes(one.value);
      else if (isTick(one)) one.checked = chosen.includes(one.value);
      else {
        places.set(one.name, at + 1);
        if (chosen[at] !== undefined && (!one.options || [...one.options].some((option) => option.value === chosen[at]))) one.value = chosen[at];
      }
    }
    if (!asks(form)) return;
    for (const one of form.querySelectorAll("[type=hidden][name=follows]")) one.remove();
    const there = new Set([...form.querySelectorAll("[name]")].map((one) => one.name));
    for (const [name, value] of values) {
      if (!there.has(name)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
  }

  for (const kind of ["htmx:oobBeforeSwap", "htmx:beforeSwap"]) addEventListener(kind, ({ detail }) => before(detail));
  addEventListener("htmx:oobAfterSwap", () => { if (!waits) after(); });
  addEventListener("htmx:afterSwap", () => { if (!waits) after(); waits = false; own = ""; });
})();
