/* Wakes the records of a notebook: each gets its board, slider and words in a shadow root of its own. */
async function unpack(host) {
  const packed = host.querySelector("script").textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
function picture(host) {
  const source = host.querySelector("img").getAttribute("src");
  const parsed = new DOMParser().parseFromString(decodeURIComponent(source.slice(source.indexOf(",") + 1)), "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
function fillPaper(paper, board, player, steps) {
  const many = Math.min(6, player.last + 1);
  for (let k = 0; k < many; k++) {
    const ply = many > 1 ? Math.round((k * player.last) / (many - 1)) : 0;
    const moment = document.createElement("div"), words = document.createElement("p"), copy = board.cloneNode(true);
    player.draw(copy, ply);
    words.textContent = `${ply} / ${player.last}`;
    moment.append(copy, words);
    paper.append(moment);
  }
  paper.append(steps.cloneNode(true));
}
async function wake(host) {
  host.dataset.awake = "";
  const data = await unpack(host), board = picture(host), steps = host.querySelector("ol");
  data.words = [data.beginning, ...[...steps.children].map((step) => step.textContent)];
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${data.style}</style><div class="screen" tabindex="0" role="group">${data.controls}
    <p class="words" aria-live="polite"></p></div><div class="paper"></div>`;
  const screen = root.querySelector(".screen"), paper = root.querySelector(".paper");
  screen.prepend(board);
  const player = replay(root, data);
  player.go(player.last);
  screen.setAttribute("aria-label", board.getAttribute("aria-label"));
  addEventListener("beforeprint", () => { if (!paper.childElementCount) fillPaper(paper, board, player, steps); });
  follow(host, (dark) => {
    screen.style.colorScheme = dark ? "dark" : "light";
    for (const night of root.querySelectorAll("style[media]")) night.media = dark ? "all" : "not all";
  });
}
for (const host of document.querySelectorAll(".ludotheque-record:not([data-awake])")) wake(host);
