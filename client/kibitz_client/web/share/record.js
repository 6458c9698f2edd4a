// The record of a match: its messages from the server, as the text of a file, and the positions in it. The file is the
// same as that of `kibitz export`, which match/record.py of the Python client describes.

/** @import {Event, Recorded, Snapshot, State} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */

/** @typedef {(Snapshot | Event)[]} Messages the first snapshot of a match, then its events */

const HEADER = {t: "record", version: 1};

/** Get the messages of a match from the server, page by page.
 * @param {Link} link @param {string} match @param {string | null} key @returns {Promise<Messages>} rejects with a Refusal */
export async function fetchRecord(link, match, key) {
  /** @type {Messages} */
  const messages = [];
  let since = 0;
  for (;;) {
    /** @type {Recorded} */
    const page = await link.command({t: "record", match, since, ...(key ? {key} : {})});
    if (page.snapshot) messages.push(page.snapshot);
    messages.push(...page.events);
    since = messages.at(-1)?.seq ?? page.last;
    if (since >= page.last || !page.events.length) return messages;
  }
}

/** Return messages as the text of a record file. @param {Messages} messages */
export const recordText = (messages) => [HEADER, ...messages].map((line) => `${JSON.stringify(line)}\n`).join("");

/** Return the positions of a match, in their order, without those that were taken back.
 * @param {Messages} messages @returns {State[]} */
export function positionsOf(messages) {
  /** @type {State[]} */
  let found = [];
  for (const message of messages) {
    const {state} = message;
    if (state) found = [...found.filter(({ply}) => ply < state.ply), state];
  }
  return found;
}
