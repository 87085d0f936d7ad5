// This browser's share in the chance of a table. A form by which somebody sits down carries the hash of 32 new bytes;
// the table's page opens them when all have sat down (receipt.js). Without scripts the house draws them instead.
// A form for two tables names a field for each: data-sits="commitment other_commitment".

import { sha256 } from "./fair.mjs";
import { keepPromise } from "./receipt.js";

/** New bytes, promised: their hash; null if this browser could not keep them until they are opened. */
export function promiseBytes() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const opened = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const commitment = sha256(bytes);
  return keepPromise({ commitment, opened }) ? commitment : null;
}

document.addEventListener("formdata", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLElement) || !form.matches("form[data-sits]")) return;
  for (const field of (form.dataset.sits || "commitment").split(" ")) {
    const commitment = promiseBytes();
    if (commitment) event.formData.set(field, commitment);
  }
});
