// The first page: what was chosen under a game is told in its summary.

for (const how of document.querySelectorAll("details.how")) {
  const told = how.querySelector("[data-told]");
  how.addEventListener("change", () => {
    const [level, players] = how.querySelectorAll("select");
    const parts = [level.selectedOptions[0].textContent.split(":")[0]];
    if (players) parts.push(`${players.closest("label").firstChild.textContent.trim()}: ${players.value}`);
    told.textContent = parts.join(" · ");
  });
}
document.addEventListener("click", (event) => {
  for (const how of document.querySelectorAll("details.how[open]")) if (!how.contains(event.target)) how.open = false;
});
