// Pages without a connection. Files with a hash in their name come from this device first. The pages
// of one's own characters come from the network, and only where that fails from this device, with a
// banner that says of when they are. Nothing is kept unless its owner switched that on.
"use strict";
const VERSION = "{{ version|escapejs }}";
const SHELL = [{% for one in shell %}"{{ one|escapejs }}", {% endfor %}"{{ offline|escapejs }}"];
const STATIC = "{{ static_root|escapejs }}";
const OFFLINE = "{{ offline|escapejs }}";
const FILES = `files-${VERSION}`, KEPT = "kept-", FOR = "X-Kept-For", AT = "X-Kept-At", STATE = "X-Kept-State";
const MOST_PAGES = 120, PATIENCE = 3000; // 20 characters with two pages each, the list, and forms of those one plays
const LASTS = 6 * 60 * 60 * 1000; // a form is fetched anew after six hours, and where its dice are others

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("files-") && name !== FILES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("HX-Request")) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function file(request) {
  const cache = await caches.open(FILES);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function page(request) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), await kept(request) ? PATIENCE : 60000);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    await keep(request.url, answer.clone());
    return answer;
  } catch {
    return (await fromDevice(request)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  } finally {
    clearTimeout(late);
  }
}

const names = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT));
const address = (url) => { const one = new URL(url); return one.origin + one.pathname; };

async function kept(request) {
  for (const name of await names()) {
    const found = await (await caches.open(name)).match(address(request.url));
    if (found) return found;
  }
  return undefined;
}

// Keeps a page of whoever switched that on here; somebody else's makes this device forget.
async function keep(url, answer, state = "") {
  const whose = answer.headers.get(FOR);
  if (!answer.ok || answer.redirected || answer.type !== "basic" || !whose) return;
  const mine = KEPT + whose, all = await names();
  await Promise.all(all.filter((name) => name !== mine).map((name) => caches.delete(name)));
  if (!all.includes(mine) || new URL(url).search) return;
  const headers = new Headers(answer.headers);
  headers.set(AT, String(Date.now()));
  headers.set(STATE, state);
  headers.delete("Set-Cookie");
  const cache = await caches.open(mine);
  await cache.delete(address(url));
  const text = await answer.text();
  await cache.put(address(url), new Response(text, { headers }));
  // What the page looks like and does, too: a first visit came before this worker.
  const needs = new Set([...text.matchAll(/(?:href|src)="([^"#]+)/g)].map(([, one]) => one).filter((one) => one.startsWith(STATIC)));
  await Promise.allSettled([...needs].map(keepFile));
  const pages = await cache.keys();
  await Promise.all(pages.slice(0, Math.max(0, pages.length - MOST_PAGES)).map((one) => cache.delete(one)));
}

// A file, and the fonts and pictures that a stylesheet names.
async function keepFile(url) {
  const answer = await file(new Request(url));
  if (!new URL(answer.url).pathname.endsWith(".css")) return;
  const names = [...(await answer.text()).matchAll(/url\("([^"]+)"\)/g)].map(([, one]) => new URL(one, answer.url));
  const own = names.filter((one) => one.origin === location.origin && one.pathname.startsWith(STATIC));
  await Promise.allSettled(own.map((one) => file(new Request(one))));
}

async function fromDevice(request) {
  const found = await kept(request);
  if (!found) return undefined;
  const at = new Date(Number(found.headers.get(AT)));
  const day = at.toDateString() === new Date().toDateString() ? "" : `${at.toLocaleDateString()}, `;
  const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const banner = `<p class="notice of-note offline-state" role="status">No connection. This is how it stood at ${day}${time}.</p>`;
  const text = (await found.text()).replace(/<main [^>]*>/, (start) => start + banner);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": found.headers.get("Content-Security-Policy") ?? "default-src 'none'" } });
}

// A page says whose device this is, and what to keep or to forget.
self.addEventListener("message", (event) => {
  const { forget, keepFor, pages = [], forms = [], state = "" } = event.data ?? {};
  event.waitUntil((async () => {
    if (forget) await Promise.all((await names()).map((name) => caches.delete(name)));
    if (keepFor) {
      await caches.open(KEPT + keepFor);
      for (const url of pages) {
        try { await keep(url, await fetch(url, { credentials: "same-origin" })); } catch { break; }
      }
    }
    for (const url of forms) {
      const known = await kept(new Request(url));
      if (known && known.headers.get(STATE) === state && Date.now() - Number(known.headers.get(AT)) < LASTS) continue;
      try { await keep(url, await fetch(url, { credentials: "same-origin" }), state); } catch { break; }
    }
    event.ports[0]?.postMessage("done");
  })());
});
