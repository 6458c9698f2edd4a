// Why a match ended, in the words of players: "four in a row" in place of "line". Pure.

import {reasonText} from "../../../app/format.js";
import "../../../words/ending/index.js";
import {number, has, t} from "../../../words/index.js";

/** @import {MatchState} from "../../../match/state.js" */

/** Return why a match ended. @param {Pick<MatchState, "position" | "options" | "game"> & {result: NonNullable<MatchState["result"]>}} state */
export function whyText({position, options, result: {reason}}) {
  if (reason === "line") {
    const count = Number(options["connect"] ?? 0) || Math.min(...position.lines.map((line) => line.length), 5);
    const key = `ending.line${count}`;
    return has(key) ? t(/** @type {"ending.line3"} */ (key)) : t("ending.line", {number: count});
  }
  const key = `ending.why.${reason.replaceAll(/[ -]/g, "_")}`;
  return has(key) ? t(/** @type {"ending.why.time"} */ (key)) : reasonText(reason);
}

/** Return the result in figures, the first seat first: `1–0`, `0–1` or `½–½`; empty for a match that was aborted.
 * @param {Pick<MatchState, "phase" | "result">} state */
export function figures({phase, result}) {
  if (phase !== "finished" || !result) return "";
  return result.winner === null ? "½–½" : result.winner === 0 ? "1–0" : "0–1";
}

/** Return the points of the sides, the first seat first; empty where one side has won what the other has lost.
 * @param {Pick<MatchState, "result">} state */
export function countText({result}) {
  const points = result?.points;
  if (!points || points.length !== 2 || points[0] + points[1] === 0) return "";
  return points.map((each) => number(each)).join(" : ");
}
