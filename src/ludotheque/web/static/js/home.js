// The first page: what was chosen under a game is told in its summary.

/** @type {NodeListOf<HTMLDetailsElement>} */
const all = document.querySelectorAll("details.how");

/** @param {HTMLDetailsElement} how */
function tell(how) {
  const told = how.querySelector("[data-told]");
  const [level, players] = how.querySelectorAll("select");
  const parts = [(level.selectedOptions[0].textContent ?? "").split(":")[0]];
  const label = players?.closest("label")?.firstChild?.textContent?.trim();
  if (players) parts.push(`${label}: ${players.value}`);
  if (told) told.textContent = parts.join(" · ");
}

for (const how of all) how.addEventListener("change", () => tell(how));
document.addEventListener("click", (event) => {
  for (const how of all) if (!how.contains(/** @type {Node} */ (event.target))) how.open = false;
});
