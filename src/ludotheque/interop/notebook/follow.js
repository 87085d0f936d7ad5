/* By day or by night as the notebook is: pictures that were asked for neither follow the page they stand on. */
function isDark(host) {
  if (host.dataset.theme !== "auto") return host.dataset.theme === "dark";
  const scheme = getComputedStyle(host.parentElement).colorScheme;
  if (scheme === "dark" || scheme === "light") return scheme === "dark";
  for (let one = host; one; one = one.parentElement) {
    const [red, green, blue, alpha = 1] = getComputedStyle(one).backgroundColor.match(/[\d.]+/g).map(Number);
    if (alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 110;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
function follow(host, dress) {
  const now = () => dress(isDark(host)), soon = () => { now(); setTimeout(now, 400); };
  const watch = new MutationObserver(soon);
  for (const one of [document.documentElement, document.body]) watch.observe(one, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", now);
  addEventListener("beforeprint", () => dress(host.dataset.theme === "dark"));
  addEventListener("afterprint", now);
  now();
}
for (const host of document.querySelectorAll('.ludotheque[data-theme="auto"]:not([data-follows])')) {
  host.dataset.follows = "";
  follow(host, (dark) => { host.style.colorScheme = dark ? "dark" : "light"; });
}
