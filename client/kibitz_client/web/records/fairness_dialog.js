// Dialog with the check of the chance events of a match, which this browser computes again. Its sentences are those of
// the module `fairness.sentences` of the protocol.

import {html} from "lit-html";
import {checkedMessages} from "../match/fairness/check.js";
import {fetchRecord} from "../match/record.js";
import {ready} from "../words/chance/index.js";
import {t} from "../words/index.js";
import {receivedFor} from "./received.js";

/** @import {Event, GameInfo, Snapshot} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {FairnessResult, Fault} from "../match/fairness/check.js" */

/** @typedef {() => Promise<(Snapshot | Event)[]>} Messages gets the record of a match */

/** Open the dialog for a match of the server. @param {App} app @param {string} match @param {string | null} key that of a private match */
export const checkMatch = (app, match, key) =>
  fairnessDialog(app, () => fetchRecord(app.link, match, key).then(({messages}) => messages));

/** Open the dialog. @param {App} app @param {Messages} messages */
export async function fairnessDialog(app, messages) {
  await ready;
  /** @type {string[] | null} */
  let said = null;
  /** @type {FairnessResult["status"] | ""} */
  let status = "";
  /** @type {() => void} */
  let show = () => {};
  app.dialog((close, redraw) => {
    show = redraw;
    return html`<h2>${t("fair.question")}</h2>
      <div class="prose fair-found" role="status" data-status=${status} aria-busy=${said === null}>
        ${(said ?? [t("fair.computing")]).map((sentence, at) => html`<p class=${at ? "muted" : status === "differs" ? "bad" : ""}>${sentence}</p>`)}
      </div>
      <div class="dialog-actions"><button class="button primary" autofocus @click=${close}>${t("dialog.close")}</button></div>`;
  }, t("fair.question"));
  const run = async () => {
    const found = await messages();
    const first = found.find((message) => message.t === "snapshot");
    if (!first) throw new Error("the record has no snapshot");
    const result = checkedMessages(found, receivedFor(first.match));
    ({status} = result);
    said = sentences(result, first.game);
  };
  void run().catch((error) => {
    said = [error.message];
  }).then(() => show());
}

/** Return the result as sentences: what was checked, and what that does not prove.
 * @param {FairnessResult} result @param {Pick<GameInfo, "title" | "seats">} game */
export function sentences(result, game) {
  const {status, checked, unchecked, fault, reason, received, own_seed, repeatable, known, client_seeds} = result;
  if (fault) return [faultText(fault)];
  if (status !== "fair" && status !== "differs") return [t(`fair.status.${status}`, {count: unchecked, reason, game: game.title})];
  const given = client_seeds.flatMap((text, seat) => (text === null ? [] : [game.seats[seat] ?? String(seat)]));
  const alone = repeatable || !given.length;
  const seeds = t(alone ? "fair.alone" : given.length === client_seeds.length ? "fair.both" : "fair.some", {names: given.join(", ")});
  const hash = t(received ? (own_seed && !repeatable ? "fair.sameOwn" : "fair.same") : "fair.noHash");
  return [
    t("fair.follow", {count: checked, seeds, hash}),
    ...(repeatable ? [t("fair.repeatable")] : given.length ? [] : [t("fair.noSeed")]),
    ...(known || !checked ? [] : [t("fair.unknown", {game: game.title})]),
    ...(unchecked ? [t("fair.unchecked", {count: unchecked})] : []),
  ];
}

/** @param {Fault} fault */
function faultText({kind, number, ply, recorded, expected}) {
  const event = t("fair.event", {number, move: ply + 1});
  const name = /** @type {"outcome"} */ (number || kind !== "changed" ? kind : "exchanged");
  return t(`fair.fault.${name}`, {event, recorded: recorded || t("fair.nothing"), expected: expected || t("fair.nothing")});
}
