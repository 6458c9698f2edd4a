// What this browser received and sent before matches with chance, kept for the check of their chance events after the end.

import {keep, kept} from "../app/preferences.js";

/** @import {Received} from "../match/fairness/check.js" */

const KEY = "kibitz.received";
/** How many matches are kept; the oldest ones are forgotten. */
const MOST = 100;

/** @returns {Received[]} */
function all() {
  try {
    const found = JSON.parse(kept(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((entry) => typeof entry?.server_seed_hash === "string") : [];
  } catch {
    return [];
  }
}

/** Return what was received for a match, or null. @param {string} match @returns {Received | null} */
export const receivedFor = (match) => all().find((entry) => entry.match === match) ?? null;

/** Remember what was received for a match. The first hash stays, whatever a server sends later. @param {Received} received */
export function remember(received) {
  const known = receivedFor(received.match);
  if (known && (!received.client_seed || received.server_seed_hash !== known.server_seed_hash)) return;
  keep(KEY, JSON.stringify([...all().filter(({match}) => match !== received.match), received].slice(-MOST)));
}
