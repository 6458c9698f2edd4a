// The service worker of the page: shows alerts, leads to their matches, and answers while the server cannot be reached.
// It keeps no code of the page, so an update is there at once.

const TEXTS = {
  en: {
    title: "Offline",
    lead: "The server cannot be reached at the moment.",
    kept: "Your matches are kept on the server. Alerts that are on arrive as soon as this device is online.",
    can: "Offline you can look at a match that is still open in another window; a move that you make there is sent once the connection is back. New boards, lists and learning need the server.",
    again: "Try again",
    soon: "This page tries again by itself.",
  },
  de: {
    title: "Offline",
    lead: "Der Server ist im Moment nicht zu erreichen.",
    kept: "Deine Partien sind auf dem Server sicher. Eingeschaltete Benachrichtigungen kommen an, sobald dieses Gerät online ist.",
    can: "Offline kannst du eine Partie ansehen, die in einem anderen Fenster noch offen ist; ein Zug, den du dort machst, wird gesendet, sobald die Verbindung wieder steht. Neue Bretter, Listen und das Lernen brauchen den Server.",
    again: "Noch einmal versuchen",
    soon: "Diese Seite versucht es von selbst wieder.",
  },
};

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(offline));
});

/** Return the page for a time without the server. */
function offline() {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  const texts = TEXTS[language];
  const page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="20"><title>${texts.title} - Kibitz</title><style>
:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/1.5 system-ui,sans-serif;background:#f7f5ef;color:#211d16}
main{max-width:30rem;padding:24px}h1{font-size:1.5rem;margin:0 0 8px}a{display:inline-block;min-height:44px;line-height:44px;padding:0 20px;border-radius:8px;background:#8a3b12;color:#fff;text-decoration:none;font-weight:600}
small{display:block;margin-top:12px}@media(prefers-color-scheme:dark){body{background:#13161c;color:#e8e6e1}a{background:#f0a35e;color:#1b1206}}</style></head>
<body><main><h1>${texts.title}</h1><p>${texts.lead}</p><p>${texts.kept}</p><p>${texts.can}</p><a href="">${texts.again}</a><small>${texts.soon}</small></main></body></html>`;
  return new Response(page, {status: 503, headers: {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}});
}

addEventListener("push", (event) => event.waitUntil(show(event.data)));

/** Show an alert, unless its match is in sight. @param {any} data */
async function show(data) {
  let said = {};
  try {
    said = data.json();
  } catch {
    // A browser shows a notice of its own if none is shown for a message.
  }
  const {title = "Kibitz", body = "", url = "/", tag = "kibitz"} = said;
  const windows = await self.clients.matchAll({type: "window", includeUncontrolled: true});
  if (windows.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === url && url !== "/")) return;
  await self.registration.showNotification(title, {body, tag, renotify: true, icon: "/icon-192.png", badge: "/icon-192.png", data: {url}});
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Lead to a match: in its own window, in another one of the page, or in a new one. @param {string} path */
async function open(path) {
  const target = new URL(path, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({type: "window", includeUncontrolled: true});
  const there = windows.find((each) => new URL(each.url).pathname === target.pathname);
  if (there) return void (await there.focus());
  const other = windows[0];
  try {
    if (other) return void (await (await other.navigate(target.href))?.focus());
  } catch {
    // A window that this worker does not control stays where it is.
  }
  await self.clients.openWindow(target.href);
}
