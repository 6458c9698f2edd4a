// Who this browser is to the server: its token, the guest to whom a sign-out returns, and what other tabs must learn.

import {keep, kept} from "./preferences.js";

/** @import {Identity} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */

const TOKEN = "kibitz.token";
const GUEST = "kibitz.guest";
const YOU = "kibitz.you";

/** Tokens that the browser keeps for all of its tabs. */
export const storedTokens = {
  get: () => kept(TOKEN),
  /** @param {string} token @param {string | null} [guest] token of the guest to whom a sign-out returns */
  set(token, guest) {
    if (guest) keep(GUEST, guest);
    keep(TOKEN, token);
  },
  /** Forget a token that the server no longer knows, unless another tab did so before. @param {string | null} token */
  drop(token) {
    if (kept(TOKEN) !== token) return;
    keep(TOKEN, kept(GUEST));
    keep(GUEST, null);
  },
};

/** Return tokens for a page in a frame, which keeps no identity: it is another guest each time. */
export function passingTokens() {
  /** @type {string | null} */
  let guest = null;
  return {get: () => guest, set: (/** @type {string} */ token) => void (guest = token), drop: () => void (guest = null)};
}

/** Note a new name or account, also in the other tabs of this browser. @param {Link} link @param {Identity} you */
export function identified(link, you) {
  link.identified(you);
  keep(YOU, JSON.stringify(you));
}

/** Follow sign-ins, sign-outs and new names of other tabs. @param {Link} link */
export function followTabs(link) {
  addEventListener("storage", ({key, newValue}) => {
    const token = kept(TOKEN);
    // All that this tab knows belongs to the other player, so it begins anew.
    if (key === TOKEN && token && token !== link.token) location.reload();
    if (key === YOU && newValue) link.identified(JSON.parse(newValue));
  });
}

/** @param {Link} link */
const mutes = (link) => `kibitz.muted.${link.welcome?.you.id ?? ""}`;

/** Return the names that the player muted in this browser. @param {Link} link @returns {string[]} */
export function mutedNames(link) {
  try {
    return JSON.parse(kept(mutes(link)) ?? "[]");
  } catch {
    return [];
  }
}

/** Remember that a name is muted, or no longer. @param {Link} link @param {string} name @param {boolean} on */
export function rememberMuted(link, name, on) {
  const others = mutedNames(link).filter((other) => other !== name);
  keep(mutes(link), JSON.stringify(on ? [...others, name] : others));
}

const BROWSERS = /** @type {const} */ ([
  ["Firefox", "Firefox"], ["Edg", "Edge"], ["OPR", "Opera"], ["Chrom", "Chrome"], ["Safari", "Safari"],
]);
const SYSTEMS = /** @type {const} */ ([
  ["Android", "Android"], ["iPhone", "iOS"], ["iPad", "iOS"], ["Windows", "Windows"], ["Mac OS", "macOS"], ["Linux", "Linux"],
]);

/** Return the name under which the list of sessions shows this browser. */
export function deviceName() {
  const named = (/** @type {readonly (readonly [string, string])[]} */ names) =>
    names.find(([mark]) => navigator.userAgent.includes(mark))?.[1];
  return ["web", [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(", ")].filter(Boolean).join(" ");
}
