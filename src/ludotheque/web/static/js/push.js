// Reminders in this browser by Web Push: asked for on a click only, and renewed on one's own page after a new log-in.

import { find, get, store, stored } from "./site.js";

const KEPT = "ludotheque.push"; // whose reminders this browser shows

const place = get("push");
const { key = "", person = "" } = place.dataset;

/** @param {string} name */
function tell(name) {
  get("push-says").textContent = place.dataset[name] ?? "";
}

/** @param {PushSubscription} subscription */
async function send(subscription) {
  const { endpoint, keys = {} } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  const answer = await fetch("/api/me/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(String(answer.status));
}

/** Subscribe, anew if this browser knew another key of the house. */
async function subscribe() {
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  return pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return tell("denied");
  try {
    await send(await subscribe());
    store(KEPT, person);
    location.assign("/me?done=push#reminders");
  } catch {
    tell("failed");
  }
}

/** After a new log-in of the same person, this browser goes on telling them. */
async function renew() {
  const kept = await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
  if (!kept || stored(KEPT) !== person || Notification.permission !== "granted") return;
  await send(kept);
  location.reload();
}

async function end() {
  store(KEPT, "");
  await (await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription())?.unsubscribe();
}

const button = find("push-begin");
if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) tell("cannot");
else if (button) {
  button.hidden = false;
  button.addEventListener("click", begin);
  renew().catch(() => {});
}
find("push-end")?.addEventListener("submit", () => void end().catch(() => {}));
