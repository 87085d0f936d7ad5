/* A game that plays itself: a board whose live elements are exchanged, a slider, keys, words. Knows no rules. */
function replay(root, { frames, words, orders }) {
  const last = frames.length - 1, find = (name) => root.querySelector(name);
  const slider = find(".ply"), number = find(".number"), caption = find(".words"), button = find(".play");
  let shown = -1, timer = 0;

  function element(markup) {
    const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
    return document.importNode(svg.documentElement.firstElementChild, true);
  }
  function liveAt(ply) {
    const live = {};
    for (let k = 0; k <= ply; k++) for (const [id, markup] of Object.entries(frames[k])) {
      if (markup) live[id] = markup; else delete live[id];
    }
    return live;
  }
  function morph(old, fresh) {
    if (old.tagName !== fresh.tagName) return old.replaceWith(fresh);
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  }
  function draw(board, ply) {
    const live = liveAt(ply);
    for (const [part, order] of Object.entries(orders)) {
      const home = board.querySelector(`[id="live-${part}"]`);
      let before = null;
      for (const id of [...order].reverse()) {
        const old = home.querySelector(`:scope > [id="${id}"]`);
        if (!(id in live)) { old?.remove(); continue; }
        const fresh = element(live[id]);
        if (old) morph(old, fresh); else home.insertBefore(fresh, before);
        before = home.querySelector(`:scope > [id="${id}"]`);
      }
    }
  }
  function go(ply) {
    shown = Math.max(0, Math.min(last, ply));
    draw(find("[role=img]"), shown);
    slider.value = shown;
    slider.setAttribute("aria-valuetext", words[shown]);
    number.value = `${shown} / ${last}`;
    caption.textContent = words[shown];
  }
  function stop() { clearInterval(timer); timer = 0; name(); }
  function name() {
    button.classList.toggle("playing", timer > 0);
    button.title = timer ? button.dataset.pause : button.dataset.play;
    button.setAttribute("aria-label", button.title);
  }
  function play() {
    if (timer) return stop();
    if (shown === last) go(0);
    timer = setInterval(() => { if (shown >= last || !button.isConnected) stop(); else go(shown + 1); }, 900);
    name();
  }
  const step = (ply) => { stop(); go(ply); };
  slider.addEventListener("input", () => step(+slider.value));
  find(".back").addEventListener("click", () => step(shown - 1));
  find(".on").addEventListener("click", () => step(shown + 1));
  button.addEventListener("click", play);
  root.addEventListener("keydown", (event) => {
    const ply = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: last }[event.key];
    if (ply === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(ply);
  });
  name();
  return { go, draw, last };
}
