// The home page: each game's summary shows its chosen level and players.

/** @type {NodeListOf<HTMLDetailsElement>} */
const all = document.querySelectorAll("details.how");

/** @param {HTMLDetailsElement} how */
function updateSummary(how) {
  const summary = how.querySelector("[data-summary]");
  const [level, players] = how.querySelectorAll("select");
  const parts = [(level.selectedOptions[0].textContent ?? "").split(":")[0]];
  const label = players?.closest("label")?.firstChild?.textContent?.trim();
  if (players) parts.push(`${label}: ${players.value}`);
  if (summary) summary.textContent = parts.join(" · ");
}

for (const how of all) how.addEventListener("change", () => updateSummary(how));
document.addEventListener("click", (event) => {
  for (const how of all) if (!how.contains(/** @type {Node} */ (event.target))) how.open = false;
});
