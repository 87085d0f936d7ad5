// What every page does: the switches, and telling that it is somebody's turn without being looked at.

const title = document.title;

export const find = (id) => document.getElementById(id);

// What the server tells the scripts of a page, and the words that they say.
export const page = JSON.parse(find("page")?.textContent ?? "{}");

export function text(key, values = {}) {
  return (page.texts?.[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function toast(text) {
  const place = document.getElementById("toast");
  place.textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => {
    place.textContent = "";
  }, 6000);
}

// Show in the tab, and outside of the browser where that is allowed, that something waits.
export function callAttention(isWaiting, text = "", address = "") {
  document.title = isWaiting ? `● ${title}` : title;
  const icon = document.getElementById("icon");
  icon.dataset.quiet ??= icon.href;
  icon.href = isWaiting ? icon.dataset.waiting : icon.dataset.quiet;
  if (!isWaiting || !text || !document.hidden || !setting("notify")) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification("Ludothèque", { body: text, tag: address || "turn", icon: icon.dataset.waiting });
    note.onclick = () => {
      window.focus();
      if (address) location.href = address;
    };
  } catch {
    // phones show them from a service worker only, and we have none
  }
}

// ---- what somebody has chosen on this device: sounds, confirming, notifications; kept by the browser, never sent

const DEFAULTS = { sound: true, confirm: true, notify: false };

export function setting(name) {
  try {
    const kept = localStorage.getItem(`ludotheque.${name}`);
    return kept === null ? DEFAULTS[name] : kept === "true";
  } catch {
    return DEFAULTS[name];
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem(`ludotheque.${name}`, String(value));
  } catch {
    // a browser that keeps nothing asks again next time
  }
  document.dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

function setUpSwitches() {
  const switches = document.getElementById("switches");
  switches.hidden = false;
  for (const box of switches.querySelectorAll("[data-setting]")) {
    box.checked = setting(box.dataset.setting);
    box.addEventListener("change", async () => {
      if (box.dataset.setting === "notify" && box.checked && "Notification" in window) {
        box.checked = (await Notification.requestPermission()) === "granted";
      }
      choose(box.dataset.setting, box.checked);
    });
  }
  const menu = document.querySelector("details.menu");
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

setUpSwitches();

// ---- tables that wait

const waits = document.getElementById("waits");
const table = location.pathname.match(/^\/table\/([a-z0-9]+)/)?.[1] ?? "";
const ALONE = 400; // milliseconds before and after a key
const LATER = 5000,
  AGAIN = 30000; // milliseconds: a table has its own line first; a house that refused us is asked again
const TYPING = "input, textarea, select, [contenteditable]";
let known = null; // how many waited when we last asked

// How many tables wait for me; the chip says so, and so does the tab.
async function askWaiting() {
  const answer = await fetch(`/waiting?after=${table}`).catch(() => null);
  if (!answer?.ok) return null;
  const found = await answer.json();
  showWaiting(found);
  return found;
}

function showWaiting({ count, table: next, text }) {
  waits.hidden = count === 0;
  waits.querySelector("b").textContent = count;
  const words = count === 1 ? waits.dataset.one : waits.dataset.many;
  waits.setAttribute("aria-label", `${count} ${words}`);
  waits.querySelector("span").textContent = words;
  if (!table) callAttention(count > 0, known !== null && count > known ? text : "", next ? `/table/${next}` : "");
  known = count;
}

// One tab of the browser listens for all of them: a browser has few lines to a house.
function listen() {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("ludotheque.turns") : null;
  channel?.addEventListener("message", () => askWaiting());
  const open = () => {
    const source = new EventSource("/api/events");
    source.onmessage = () => {
      askWaiting();
      channel?.postMessage("turn");
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    };
  };
  if (channel && navigator.locks)
    navigator.locks.request("ludotheque.events", () => {
      open();
      return new Promise(() => {});
    });
  else open();
}

let lastKey = -Infinity,
  lonelyTimer = 0;

// A key of one letter counts only by itself: whoever types a sentence beside a field does not steer the page.
export function pressedAlone(event, key, doing) {
  const isLetter = event.key.length === 1,
    isQuick = event.timeStamp - lastKey < ALONE;
  if (isLetter && event.timeStamp !== lastKey) {
    clearTimeout(lonelyTimer);
    lastKey = event.timeStamp;
  }
  if (event.key !== key || isQuick || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING))
    return;
  lonelyTimer = setTimeout(doing, ALONE);
}

async function goOn() {
  const found = await askWaiting();
  if (found?.table) location.href = `/table/${found.table}`;
  else toast(waits.dataset.none);
}

if (waits) {
  askWaiting();
  setTimeout(listen, table ? LATER : 0);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askWaiting();
  });
  document.addEventListener("keydown", (event) => {
    pressedAlone(event, "n", goOn);
  });
}
