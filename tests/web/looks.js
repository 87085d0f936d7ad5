// How a page looks to its reader: what moves, what is hidden, and every text as it is painted. Run before its own scripts.

(() => {
  const ENDS = ["left", "top", "right", "bottom"];
  const SLACK = 1.5; // pixels by which a text may leave its box

  /** @param {Element} one */
  function nameOf(one) {
    const worn = (one.getAttribute("class") ?? "").trim().replace(/(^|\s+)(?=\S)/g, ".");
    return one.tagName.toLowerCase() + (one.id && `#${one.id}`) + worn;
  }

  // ---- what moves, over all pages of this tab

  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");

  /** @param {LayoutShiftAttribution} source */
  function moved({ node, previousRect, currentRect }) {
    const one = node instanceof Element ? node : node?.parentElement;
    return `${one ? nameOf(one) : "?"} ${box(previousRect)} -> ${box(currentRect)}`;
  }

  function note(entries) {
    const all = JSON.parse(sessionStorage.shifts ?? "[]");
    for (const { value, hadRecentInput, sources } of window.looks.isMeasuring ? [] : entries) {
      const said = document.getElementById("prompt-text")?.textContent.slice(0, 60) ?? location.pathname;
      all.push({ value, isAfterInput: hadRecentInput, moved: [...sources].map(moved), said });
    }
    sessionStorage.shifts = JSON.stringify(all);
    return all;
  }

  const watch = new PerformanceObserver((list) => note(list.getEntries()));
  watch.observe({ type: "layout-shift", buffered: true });
  addEventListener("pagehide", () => note(watch.takeRecords()));
  const shifts = () => note(watch.takeRecords());

  // ---- what can be chosen

  /** Where a choice can be pressed as the page lies; null if its middle is off the window, or something covers it. */
  function pointOf(id) {
    const element = document.getElementById(id);
    if (!element) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    const isInside = (at, end) => at >= 0 && at <= end;
    if (!isInside(x + width / 2, innerWidth) || !isInside(y + height / 2, innerHeight)) return null;
    const hits = ([px, py]) => {
      const found = document.elementFromPoint(px, py)?.closest("[data-steps], [data-set], [data-name], button, a");
      return found && (found === element || element.contains(found));
    };
    const ways = [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
    const points = ways.flatMap((fx) => ways.map((fy) => [x + width * fx, y + height * fy]));
    return points.find(hits) ?? null;
  }

  /** Wait until the page no longer scrolls. */
  async function standStill() {
    for (let [last, same] = [NaN, 0]; same < 4; last = scrollY) {
      await new Promise((done) => requestAnimationFrame(done));
      same = scrollY === last ? same + 1 : 0;
    }
  }

  const isAway = (id) => Boolean(document.getElementById(id)) && !pointOf(id);

  // ---- texts

  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map();

  /** A colour of CSS as red, green, blue and alpha, up to 255. */
  function colourOf(css) {
    if (!colours.has(css)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = css;
      pen.fillRect(0, 0, 1, 1);
      colours.set(css, [...pen.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(css);
  }

  /** The lines of a text node, each as its box in the window. */
  function linesOf(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    return all.map((one) => Object.fromEntries(ENDS.map((end) => [end, one[end]])));
  }

  /** Whether an element has a box that clips what it holds. */
  function isBox(one) {
    if (one instanceof SVGElement && one.tagName !== "svg") return false;
    return !["contents", "inline"].includes(getComputedStyle(one).display);
  }

  /** How far lines leave a box that hides what does, in words; cuts them to it. */
  function cutTo(one, lines) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const edge = one.getBoundingClientRect();
    let told = "";
    for (const line of lines) {
      const beside = Math.max(edge.left - line.left, line.right - edge.right);
      const below = line.bottom - edge.bottom - (line.bottom - line.top) / 4;
      if (overflowX !== "visible" && beside > SLACK) told ||= `${Math.round(beside)} px beside ${nameOf(one)}`;
      if (overflowY !== "visible" && below > 0) told ||= `${Math.round(below)} px below ${nameOf(one)}`;
      for (const end of ["left", "top"]) line[end] = Math.max(line[end], edge[end]);
      for (const end of ["right", "bottom"]) line[end] = Math.min(line[end], edge[end]);
    }
    return told;
  }

  /** Whether what leaves a box can be reached: it scrolls, or a button in sight unfolds it. */
  function canReadOn(one) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const opener = document.querySelector(`[aria-controls="${one.id || "-"}"]`);
    const isScrolling = [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
    return (isScrolling && one.tagName !== "svg") || Boolean(opener?.checkVisibility());
  }

  /** Follow a text through all that it lies in: its path, how much of it shines through, and what is cut. */
  function follow(element, lines) {
    const path = [];
    let [opacity, cut, isReachable, isHidden] = [1, "", false, false];
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      path.push(nameOf(one));
      opacity *= Number(getComputedStyle(one).opacity);
      if (!isBox(one)) continue;
      const { width, height } = one.getBoundingClientRect();
      isHidden ||= width <= 1 || height <= 1; // for screen readers alone
      isReachable ||= canReadOn(one);
      const { overflowX, overflowY } = getComputedStyle(one);
      const told = overflowX === "visible" && overflowY === "visible" ? "" : cutTo(one, lines);
      if (!isReachable) cut ||= told;
    }
    const wide = document.documentElement.clientWidth;
    const isBeside = lines.some(({ left, right }) => left < -SLACK || right > wide + SLACK);
    return { path, opacity, isHidden, cut: cut || (isBeside && !isReachable ? "beside the window" : "") };
  }

  /** Pixels of an em, as painted. */
  function sizeOf(element, style) {
    const size = Number.parseFloat(style.fontSize);
    if (!(element instanceof SVGElement)) return size;
    const { a, b, c, d } = element.getScreenCTM();
    return size * Math.sqrt(Math.abs(a * d - b * c));
  }

  /** What is to be known of a text; null if nobody can see it. */
  function textOf(node) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest("script, style, noscript, template, select, title, desc, defs")) return null;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
    const lines = linesOf(node), style = getComputedStyle(element), isDrawn = element instanceof SVGElement;
    const heights = lines.map(({ top, bottom }) => bottom - top);
    const { path, opacity, isHidden, cut } = follow(element, lines);
    const least = (n) => (cut ? 1 : Math.max(1, heights[n] / 3)); // a strip of a line that scrolls into sight is no text yet
    const shown = lines.filter(({ left, top, right, bottom }, n) => right - left > 1 && bottom - top > least(n));
    if (isHidden || !shown.length) return null;
    const free = shown.filter((line) => !isUnder(element, line));
    return {
      words: node.textContent.replace(/\s+/g, " ").trim().slice(0, 40), key: path.join(" < "), cut,
      lines: free.length ? free : shown,
      opacity: opacity * (isDrawn ? Number(style.fillOpacity) : 1), size: sizeOf(element, style),
      colour: colourOf(isDrawn ? style.fill : style.color),
      isUnder: !free.length, isOff: Boolean(element.closest(":disabled, [aria-disabled='true']")),
    };
  }

  /** Whether a bar or a sheet lies over the middle of a line. */
  function isUnder(element, { left, top, right, bottom }) {
    let one = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    for (; one && !one.contains(element); one = one.parentElement) {
      const { position, zIndex } = getComputedStyle(one);
      if (!["static", "relative"].includes(position) || zIndex !== "auto") return true;
    }
    return false;
  }

  /** Every text of the page, where it lies now. */
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) found.push(textOf(walker.currentNode));
    return found.filter(Boolean);
  }

  const paint = new CSSStyleSheet(); // a sheet made by a script needs no leave of the page's policy

  /** Paint every text in a colour, or in its own again when none is given. */
  function paintTexts(colour) {
    const all = `*, *::before, *::after { -webkit-text-fill-color: ${colour} !important; transition: none !important; }`;
    paint.replaceSync(colour ? `${all} text, tspan { fill: ${colour} !important; }` : "");
    if (!document.adoptedStyleSheets.includes(paint)) document.adoptedStyleSheets.push(paint);
  }

  /** Bring all that glides, fades or turns to its end, and what begins then too. */
  async function settle() {
    for (let tries = 0; tries < 9; tries += 1) {
      const all = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      for (const one of all) one.finish();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      if (!all.length) return;
    }
  }

  // ---- whether a picture is still the one that was painted before

  let changes = 0;
  const whole = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver((all) => (changes += all.length)).observe(document, whole);

  // ---- while a test measures, nothing that moves counts

  function beginMeasuring() {
    shifts();
    window.looks.isMeasuring = true;
    return [scrollX, scrollY];
  }

  /** @param {[number, number]} place where the page was scrolled to */
  async function endMeasuring([left, top]) {
    scrollTo({ left, top, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    shifts();
    window.looks.isMeasuring = false;
  }

  window.looks = { isMeasuring: false, shifts, pointOf, isAway, standStill, texts, settle, paintTexts, beginMeasuring, endMeasuring, changes: () => changes };
})();
