// The record of a match: its messages as the text of a file, and the positions in it. The file is the
// same as that of `kibitz export`, which match/record.py of the Python client describes.

/** @import {Event, Snapshot, State} from "kibitz-protocol" */

/** @typedef {(Snapshot | Event)[]} Messages the first snapshot of a match, then its events */

const HEADER = {t: "record", version: 1};

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
