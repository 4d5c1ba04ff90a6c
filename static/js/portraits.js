// Shrinks and converts a picture before it is sent, says what can't be sent, and lets the part that is shown
// be drawn on it. Without this the server says what it can't take, and numbers say which part.
(() => {
  "use strict";
  // What is stored has no more pixels; pictures of these kinds are sent as they are.
  const MOST_PIXELS = 4e6, KINDS = ["image/jpeg", "image/png", "image/webp"], OTHERS = ",image/avif,image/gif,image/bmp,image/tiff";
  for (const one of document.querySelectorAll("input[data-largest]")) one.accept += OTHERS;

  // Colors for a press and finer shades than the server reads: four parts of a JPEG, 16 bits of a PNG.
  function isOdd(bytes) {
    if (bytes[0] === 0x89) return bytes[24] === 16;
    if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
    for (let at = 2; at + 9 < bytes.length; at += 2 + bytes[at + 2] * 256 + bytes[at + 3]) {
      if (bytes[at + 1] >= 0xc0 && bytes[at + 1] <= 0xc2) return bytes[at + 9] === 4;
    }
    return false;
  }
  const encoded = (canvas, kind) => new Promise((done) => canvas.toBlob(done, kind, 0.9));

  // The picture as it can be sent: the same where that is possible, else drawn anew. Null where the browser can't show it.
  async function sendable(file, largest) {
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (!bitmap) return KINDS.includes(file.type) ? file : null;
    const pixels = bitmap.width * bitmap.height;
    const isPlain = KINDS.includes(file.type) && file.size <= largest && pixels <= MOST_PIXELS;
    if (isPlain && !isOdd(new Uint8Array(await file.slice(0, 262144).arrayBuffer()))) return file;
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / pixels));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(bitmap.width * scale));
    canvas.height = Math.max(1, Math.floor(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    let blob = await encoded(canvas, "image/webp");
    if (blob?.type !== "image/webp") blob = await encoded(canvas, "image/jpeg");
    return blob && new File([blob], `picture.${blob.type.slice(6)}`, { type: blob.type });
  }
  document.addEventListener("change", async ({ target }) => {
    const largest = Number(target.dataset?.largest), file = target.files?.[0];
    if (!largest) return;
    const press = target.form.querySelector("button"), note = document.getElementById("note-picture");
    const { disabled } = press;
    press.disabled = true;
    const sent = file && await sendable(file, largest);
    press.disabled = disabled;
    if (target.files[0] !== file) return;
    let fault = "";
    if (file && !sent) fault = "This browser can’t show this file. Choose a picture.";
    else if (sent?.size > largest) fault = `This picture is too large. Choose one of at most ${largest / 1048576} MiB.`;
    else if (sent && sent !== file) {
      const box = new DataTransfer();
      box.items.add(sent);
      target.files = box.files;
    }
    note.textContent = sent && sent !== file && !fault ? "Shrunk or converted, so that it can be sent." : "";
    target.setCustomValidity(fault);
    document.getElementById("error-picture").textContent = fault;
    target.setAttribute("aria-invalid", String(fault !== ""));
  });

  // --- the frame around the part that is shown: it only ever reads and writes the numbers below it

  const frame = document.getElementById("frame");
  if (!frame) return;
  const { left, top, across, shape, place } = frame.closest("form").elements;
  const picture = frame.parentElement;
  const width = Number(left.max), height = Number(top.max), least = Number(across.min);
  const PLACES = { top: 0, middle: 1, bottom: 2 };
  const HAND = 10; // pixels of the picture for each press of an arrow key

  const between = (low, number, high) => Math.max(low, Math.min(high, Math.round(number)));
  const ratio = () => {
    const { high, wide } = document.querySelector("[name=shape]:checked")?.dataset ?? { high: 4, wide: 3 };
    return high / wide;
  };
  const down = (wide) => Math.max(1, Math.floor(wide * ratio() + 1e-9));
  const widest = (right, below) => Math.floor(Math.min(right, below / ratio()) + 1e-9);

  function numbers() {
    const wide = between(Math.min(least, width), Number(across.value), widest(width, height));
    return {
      wide,
      x: between(0, Number(left.value), width - wide),
      y: between(0, Number(top.value), height - down(wide)),
    };
  }
  function draw({ wide, x, y }) {
    const parts = { x: x / width, y: y / height, wide: wide / width, high: down(wide) / height };
    for (const [name, part] of Object.entries(parts)) frame.style.setProperty(`--${name}`, `${part * 100}%`);
  }
  function write({ wide, x, y }) {
    left.value = x;
    top.value = y;
    across.value = wide;
    place.value = "numbers";
    draw(numbers());
  }
  function preset() {
    const wide = widest(width, height);
    const y = Math.floor(((height - down(wide)) * PLACES[place.value]) / 2);
    draw({ wide, x: Math.floor((width - wide) / 2), y });
    return { wide, x: Math.floor((width - wide) / 2), y };
  }
  const shown = () => (place.value in PLACES ? preset() : numbers());

  const moved = ({ wide, x, y }, right, below) => ({
    wide, x: between(0, x + right, width - wide), y: between(0, y + below, height - down(wide)),
  });
  // Pulls one corner; the one across from it stays where it is.
  function pulled({ wide, x, y }, corner, right, below) {
    const east = corner.includes("e"), south = corner.includes("s");
    const fixed = { x: east ? x : x + wide, y: south ? y : y + down(wide) };
    const room = widest(east ? width - fixed.x : fixed.x, south ? height - fixed.y : fixed.y);
    const wanted = Math.max(wide + (east ? right : -right), (down(wide) + (south ? below : -below)) / ratio());
    const now = between(Math.min(least, room), wanted, room);
    return { wide: now, x: east ? fixed.x : fixed.x - now, y: south ? fixed.y : fixed.y - down(now) };
  }

  let drag = null;
  picture.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    drag = { from: shown(), x: event.clientX, y: event.clientY, corner: event.target.dataset.corner };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag) return;
    const scale = width / picture.clientWidth;
    const right = (clientX - drag.x) * scale, below = (clientY - drag.y) * scale;
    write(drag.corner ? pulled(drag.from, drag.corner, right, below) : moved(drag.from, right, below));
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => { drag = null; });

  const ARROWS = { ArrowLeft: [-HAND, 0], ArrowRight: [HAND, 0], ArrowUp: [0, -HAND], ArrowDown: [0, HAND] };
  frame.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const more = arrow[0] + arrow[1];
    write(event.shiftKey ? pulled(shown(), "se", more, more * ratio()) : moved(shown(), ...arrow));
  });

  // Typing a number is meant: the frame follows, and the number counts. A bare shape keeps the place.
  for (const input of [left, top, across]) {
    input.addEventListener("input", () => { place.value = "numbers"; draw(numbers()); });
  }
  for (const input of [...shape, ...place]) {
    input.addEventListener("change", () => { if (place.value in PLACES) preset(); else write(numbers()); });
  }
  draw(shown());
})();
