// The service worker: shows a reminder that the house sends, and opens the table. It has no part in loading pages.

const worker = /** @type {any} */ (self);

/** @param {any} event */
function show(event) {
  const told = event.data?.json() ?? {};
  const { title = "Ludothèque", body = "", tag = "turn", url = "/" } = told;
  const shown = { body, tag, icon: "/favicon.ico", data: { url } };
  event.waitUntil(worker.registration.showNotification(title, shown));
}

/** @param {any} event */
function open(event) {
  event.notification.close();
  const { pathname, search } = new URL(event.notification.data?.url ?? "/", worker.location.origin);
  const wanted = new URL(pathname + search, worker.location.origin).href;
  const goThere = async () => {
    for (const page of await worker.clients.matchAll({ type: "window" })) {
      if (page.url.startsWith(wanted)) return page.focus();
    }
    return worker.clients.openWindow(wanted);
  };
  event.waitUntil(goThere());
}

/**
 * The browser has another subscription: the house is told.
 * @param {any} event
 */
function renew(event) {
  const tell = async () => {
    const options = event.oldSubscription?.options;
    const made = event.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
    if (!made) return;
    const { endpoint, keys } = made.toJSON();
    const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
    await fetch("/api/me/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  };
  event.waitUntil(tell());
}

worker.addEventListener("push", show);
worker.addEventListener("notificationclick", open);
worker.addEventListener("pushsubscriptionchange", renew);
