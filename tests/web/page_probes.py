"""Scripts that run in a page and report its state to a test."""

# The choices that a page offers: lit elements and buttons, with a mark that changes with every event.
OFFERS = """() => {
  const { table, state } = window.ludotheque ?? {};
  if (!table?.board || state.isLeaving) return null;
  const seen = (one) => one.getClientRects().length > 0;
  const ids = (all) => [...document.querySelectorAll(all)].filter(seen).map((one) => one.id);
  const lit = ids("#table .part:not(.bar) .lit[tabindex='0']"), buttons = ids("#actions button:enabled");
  const mark = JSON.stringify([state.number, lit, buttons, state.chosen, state.prefix]);
  const isConfirmed = buttons.includes("confirm");
  const open = [...lit, ...buttons.filter((one) => one !== "put-back" && one !== "confirm")];
  return { isMine: table.isMine && !state.inFlight, open, isConfirmed, mark, isSet: state.partitions.size > 0 };
}"""
# The state of a page that no longer changes, for the error message.
STUCK = """() => {
  const { state, table } = window.ludotheque ?? {};
  const { number, inFlight, pending, news, chosen, prefix, isLeaving } = state ?? {};
  const found = [...document.querySelectorAll("#prompt-text, #actions button, .lit, #bubble, #toast")];
  return JSON.stringify({ number, inFlight, pending, waited: news?.waited_for, chosen, prefix, isLeaving,
    isOpen: table?.connection.isOpen, bots: news?.bots,
    shown: found.map((one) => one.id + ": " + one.textContent.slice(0, 80)) });
}"""
# A point where a click reaches an element and nothing else, in the middle of the window.
POINT = """(id) => {
  const element = document.getElementById(id);
  if (!element) return null;
  const box = () => element.getBoundingClientRect();
  const { top, bottom } = box();
  const isHidden = top < 150 || bottom > innerHeight - 90;
  if (isHidden) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = box();
  const hits = (px, py) => {
    const found = document.elementFromPoint(px, py)?.closest("[data-steps], [data-set], [data-name], button, a");
    return found && (found === element || element.contains(found));
  };
  const ways = [.5, .3, .7, .2, .8, .1, .9];
  for (const [fx, fy] of ways.flatMap((one) => ways.map((other) => [one, other]))) {
    const px = x + width * fx, py = y + height * fy;
    if (px > 0 && py > 0 && px < innerWidth && py < innerHeight && hits(px, py)) return [px, py];
  }
  return null;
}"""
# The same point, once it no longer moves: elements that load may still shift it.
STEADY = f"""async (id) => {{
  const find = {POINT};
  let last = null;
  for (let n = 0; n < 300; n += 1) {{
    const now = find(id);
    if (now && String(now) === String(last)) return now;
    last = now;
    await new Promise((done) => setTimeout(done, 30));
  }}
  return null;
}}"""
# The focused element, and its distance to the wanted one.
FOCUS = """(id) => {
  const now = document.activeElement, wanted = document.getElementById(id);
  if (!wanted) return "gone";
  if (now === wanted) return "there";
  const isLit = now?.closest?.("#table svg [tabindex='0']");
  const isAlso = wanted.closest("#table svg");
  if (!isLit || !isAlso) return "Tab";
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = middle(now.getBoundingClientRect()), [ox, oy] = middle(wanted.getBoundingClientRect());
  if (Math.abs(ox - x) > Math.abs(oy - y)) return ox > x ? "ArrowRight" : "ArrowLeft";
  return oy > y ? "ArrowDown" : "ArrowUp";
}"""
