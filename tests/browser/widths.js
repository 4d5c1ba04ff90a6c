// What breaks on a page at these widths: see widths.py.
async ([widths, height]) => {
  // A copy of the page as it is now, in a frame: it takes each width without being painted.
  const opened = [...document.querySelectorAll(":popover-open")].map((one) => one.id);
  const frame = document.createElement("iframe");
  frame.srcdoc = "<!doctype html>";
  frame.style.cssText = `border: 0; width: ${widths[0]}px; height: ${height}px`;
  const copy = document.documentElement.cloneNode(true);
  document.body.replaceChildren(frame);
  await new Promise((loaded) => frame.addEventListener("load", loaded, {once: true}));
  const win = frame.contentWindow, doc = win.document;
  const styles = [...copy.querySelectorAll("link[rel=stylesheet]")].map((one) =>
    new Promise((loaded) => ["load", "error"].forEach((event) => one.addEventListener(event, loaded))));
  doc.replaceChild(copy, doc.documentElement);
  await Promise.all(styles);
  opened.forEach((id) => doc.getElementById(id).showPopover());
  const found = {};
  let width = 0, faults = new Set(), known = new Map();
  const say = (kind, where, text) => faults.add([kind, where, text.trim().slice(0, 48)].join("\t"));
  const place = (one) => {
    const names = [];
    for (let at = one; at && at !== doc.body && names.length < 3; at = at.parentElement)
      names.unshift(at.localName + [...at.classList].map((name) => "." + name).join(""));
    return names.join(" > ");
  };
  const whole = {left: -1e6, top: -1e6, right: 1e6, bottom: 1e6};
  const meet = (a, b) => ({left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)});

  const asIs = (style) => /^pre$/.test(style.whiteSpace);
  // What an element hands down: its layer, what is left of it after all clipping, and what is left of
  // a line of text in it after all boxes that it stands in.
  const about = (one) => {
    if (known.has(one)) return known.get(one);
    const above = about(one.parentElement), style = win.getComputedStyle(one);
    const lifted = /fixed|sticky/.test(style.position) || one.matches(":popover-open, dialog[open]");
    const placed = style.position === "absolute", box = one.getBoundingClientRect();
    const holds = !/inline$|contents/.test(style.display) && box.width > 1;
    const made = {
      layer: lifted || placed && one.closest("[aria-hidden=true]") ? one : above.layer,
      seen: lifted ? whole : above.seen,
      room: lifted || placed ? box : holds ? meet(above.room, box) : above.room,
      size: parseFloat(style.fontSize),
    };
    const shown = one.checkVisibility({visibilityProperty: true, opacityProperty: true});
    if (!above.seen || !shown || style.clipPath.startsWith("inset(50%")) made.seen = null;
    else if (style.overflowX !== "visible" || style.overflowY !== "visible") {
      made.seen = meet(made.seen, box);
      if (style.overflowX !== "visible") made.room = whole;
      if (/auto|scroll/.test(style.overflowX) && !asIs(style) && one.tabIndex < 0 && one.scrollWidth > one.clientWidth + 1)
        say("sideways", place(one), `${one.scrollWidth} in ${one.clientWidth}`);
    }
    known.set(one, made);
    return made;
  };

  const inside = (rect, seen) => rect.right - rect.left > 1 && rect.left < seen.right - 1 &&
    rect.bottom > -win.scrollY && rect.right > -win.scrollX &&
    rect.right > seen.left + 1 && rect.top < seen.bottom && rect.bottom > seen.top;
  let boxes = [];
  const range = doc.createRange();
  const add = (rect, owner, text, part) => {
    const {seen, layer, size} = about(owner);
    if (!inside(rect, seen)) return;
    // Of a line of text the middle: its box is higher than the line, and lines may touch.
    const middle = (rect.top + rect.bottom) / 2, half = part ? 0.3 * size : (rect.bottom - rect.top) / 2 - 2;
    boxes.push({...meet({left: rect.left, right: rect.right, top: middle - half, bottom: middle + half},
      seen), layer, owner, text, node: part ? node : owner});
  };
  const letters = /[\p{L}\p{M}\p{N}]/u;
  const breaks = (data) => {
    const long = [...data.matchAll(/\S{25,}/gu)].map(({0: word, index}) => [index, index + word.length]);
    for (const {0: word, index} of data.matchAll(/[^\s\-\/‐–—\u00ad\u200b…·→]+/gu)) {
      const counted = /\p{N}/u.test(word) ? 2 : 3;
      if ([...word].filter((sign) => letters.test(sign)).length < counted) continue;
      if (long.some(([begin, end]) => begin <= index && index < end)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
      if (rects.some((rect) => Math.abs(rect.top - rects[0].top) > 3)) return word;
    }
    return "";
  };
  let node;
  const measure = () => {
    const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT, (one) =>
      /\S/.test(one.data) && !one.parentElement.closest("script, style, svg, option, noscript, template")
        ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    while ((node = texts.nextNode())) {
      const owner = node.parentElement, {seen, room} = about(owner);
      if (!seen) continue;
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 1);
      if (!rects.some((rect) => inside(rect, seen))) continue;
      for (const rect of rects) add(rect, owner, node.data, true);
      const few = node.data.trim().split(/\s+/);
      for (const rect of rects)
        if (Math.min(rect.right, seen.right) > room.right + 1.5 || Math.max(rect.left, seen.left) < room.left - 1.5)
          say("out", place(owner), node.data);
      if (rects.length < 2) continue;
      const broken = breaks(node.data);
      if (broken) say("word", place(owner), broken);
      if (few.length > 3 && !/\S{25,}/.test(node.data) && !asIs(win.getComputedStyle(owner)) && rects.length >= few.length) say("tower", place(owner), node.data);
    }
    for (const one of doc.querySelectorAll("input:not([type=hidden]), select, textarea, img"))
      if (about(one).seen) add(one.getBoundingClientRect(), one, `(${one.localName})`, false);

    boxes.sort((a, b) => a.top - b.top);
    boxes.forEach((one, place_of) => {
      for (let at = place_of + 1; at < boxes.length && boxes[at].top < one.bottom - 1; at++) {
        const other = boxes[at];
        if (other.left < one.right - 1.5 && other.right > one.left + 1.5 && other.layer === one.layer && other.node !== one.node &&
            Math.min(one.bottom, other.bottom) - other.top > 1)
          say("over", place(one.owner), `${one.text.trim().slice(0, 22)} | ${other.text.trim().slice(0, 22)}`);
      }
    });
    for (const one of doc.querySelectorAll(".actions, .entry > button, form > button")) {
      const above = one.previousElementSibling, button = one.querySelector(".press, .quiet:not(.bare)") ?? one;
      if (!above?.matches("p:not(.actions), .field") || button.matches(".actions") || !about(button).seen) continue;
      const {bottom, left, right} = above.getBoundingClientRect(), box = button.getBoundingClientRect();
      if (bottom > 0 && Math.abs(box.top - bottom) < 4 && box.left < right && left < box.right)
        say("close", place(button), button.textContent);
    }
    for (const row of doc.querySelectorAll(".fighter-figures, .reaches, .left, .points")) {
      const lines = [];
      for (const one of row.children) {
        const box = one.getBoundingClientRect();
        if (!about(one).seen || box.width < 1) continue;
        if (!lines.length || box.left <= lines.at(-1).at(-1).left) lines.push([]);
        lines.at(-1).push(box);
      }
      const long = (line) => line.at(-1).right - line[0].left;
      if (lines.length > 1 && lines[0].length > 2 && lines.at(-1).length === 1 && long(lines.at(-1)) < long(lines[0]) / 2)
        say("alone", place(row), row.textContent.replace(/\s+/g, " "));
    }
    if (doc.documentElement.scrollWidth > width)
      say("sideways", "html", `${doc.documentElement.scrollWidth} in ${width}`);
  };
  for (width of widths) {
    frame.style.width = `${width}px`;
    faults = new Set();
    known = new Map([[doc.body, {layer: doc.body, seen: whole, room: whole}]]);
    boxes = [];
    // Fonts are asked for by the layout, and again where a width brings other rules.
    doc.body.getBoundingClientRect();
    await doc.fonts.ready;
    measure();
    for (const fault of faults) (found[fault] ??= []).push(width);
  }
  return found;
}
