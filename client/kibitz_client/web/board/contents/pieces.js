// Pieces on a grid: drawn and moved from one position to the next, and in words.

import "../../words/match/index.js";
import {t} from "../../words/index.js";
import {said} from "../../words/said/index.js";
import {cellName} from "../cells.js";
import {drawLines, movePieces} from "../motion/motion.js";
import {piece, written} from "../pieces.js";
import {look, sideOfSymbol} from "../shapes/grid/look.js";
import {lineIn} from "../shapes/grid/paths.js";
import {gridStyle, isPiece, pieceOn, symbolAt} from "../shapes/grid/symbols.js";
import {CELL} from "../shapes/layout.js";
import {make} from "../svg.js";
import {describeTrays} from "../trays.js";
import {gridFront, gridGround, gridTints} from "./ground.js";
import {drawOverlays} from "./overlays.js";
import {units} from "./units.js";

/** @import {Grid, State} from "kibitz-protocol" */
/** @import {Moved} from "../motion/times.js" */
/** @import {Key} from "../../words/index.js" */
/** @import {Layout} from "../shapes/layout.js" */
/** @import {Canvas, Change, Contents} from "./units.js" */

/** @type {Contents<Grid>} */
export const pieces = {
  ...units,
  ground: gridGround,
  front: gridFront,
  tints: gridTints,
  draw: drawPieces,
  // Dots are part of the ground, and the boxes of a board of dots are read.
  isRead: ({boxes, style}, cell) => boxes[cell].play || (style === "dots" && boxes[cell].w === CELL && boxes[cell].h === CELL),
  inWords: (grid, position, cell) => [nameOf(grid, symbolAt(position, cell)), areaOf(grid, position, cell)].filter(Boolean).join(", "),
  boardInWords: gridInWords,
  valueAt: (position, cell) => symbolAt(position, cell) + (position.shades?.[cell] ?? ""),
  isFilled: (grid, position, cell) => isPiece(grid, symbolAt(position, cell)),
  // With many pieces that may move, as in chess, marks on all of them would only hide them.
  isQuiet: ({glyphs = {}}) => Object.keys(glyphs).length > 0,
  attacked: (_, {attacked}) => attacked?.[0] ?? -1,
  canLift: () => true,
};

/** Draw the pieces that differ from those that are drawn.
 * @param {Grid} grid @param {Change} change @param {Canvas} canvas */
function drawPieces(grid, {position, before, moves, dragged}, {layout, layer, drawn}) {
  /** @type {Moved[]} */
  const gone = [];
  /** @type {Moved[]} */
  const come = [];
  layout.boxes.forEach((box, cell) => {
    const symbol = symbolAt(position, cell);
    if (before && symbol === symbolAt(before, cell)) return;
    const old = drawn.get(cell);
    const wanted = pieceOn(grid, layout.style, position, cell);
    if ((old?.symbol ?? "") === wanted) return;
    if (old) {
      drawn.delete(cell);
      gone.push({cell, ...old, replaced: wanted !== ""});
    }
    if (wanted) {
      const node = make("g", {transform: `translate(${box.x + box.w / 2} ${box.y + box.h / 2})`, class: "stone"}, [stone(grid, layout, cell, wanted)]);
      layer.append(node);
      drawn.set(cell, {symbol: wanted, node});
      come.push({cell, symbol: wanted, node, replaced: old !== undefined});
    }
  });
  movePieces(grid, layout, {gone, come, dragged, path: position.last, moves});
  drawOverlays(grid, position, layout, layer);
  if (moves && !before?.lines.length) drawLines([...layer.querySelectorAll(".won-under, .won-line")]);
}

/** Draw what is on a cell, around its middle. @param {Grid} grid @param {Layout} found @param {number} cell @param {string} symbol */
function stone(grid, {style, boxes}, cell, symbol) {
  const shown = look(grid, style, symbol);
  // Stones of Go nearly touch.
  if (style !== "dots") return piece(shown, style === "lines" ? 1.15 * CELL : CELL);
  const {w, h, play} = boxes[cell];
  if (play) return make("path", {d: lineIn({x: -w / 2, y: -h / 2, w, h}), class: "drawn-line", pathLength: 1});
  return make("g", {class: `piece ${shown.side} owner`}, [written(t(/** @type {Key} */ (`side.${shown.side}`))[0], 34)]);
}

/** Return the name of a symbol. That of a box is the colour in which it is drawn. @param {Grid} grid @param {string} symbol */
function nameOf(grid, symbol) {
  const side = grid.ground === "dots" && sideOfSymbol(grid, symbol);
  return side ? t("board.boxOf", {side: t(/** @type {Key} */ (`side.${side}`))}) : saidOf(grid, symbol);
}

/** Return the name of a piece as the reader says it. Pieces of letters have the colour in which they are drawn; the king of
 * draughts is no king of chess. @param {Grid} grid @param {string} symbol */
export function saidOf(grid, symbol) {
  const name = (grid.symbols[symbol] ?? "").replace(/^[XO] /, () => `${sideOfSymbol(grid, symbol)} `);
  const crowned = Object.values(grid.symbols).includes("black man") ? name.replace("king", "crowned man") : name;
  const found = said(crowned);
  return found === crowned ? name : found;
}

/** Return whose territory an empty cell is. @param {Grid} grid @param {State} position @param {number} cell */
function areaOf({symbols}, {shades = ""}, cell) {
  const side = symbols[shades[cell]];
  return side && side !== "empty" ? t("board.area", {side: said(side.split(" ")[0])}) : "";
}

/** Return a grid in words: the cells of each kind of piece. @param {Grid} grid @param {State} position @param {number} seat */
function gridInWords(grid, position, seat) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const style = gridStyle(grid);
  [...position.rows.join("")].forEach((_, cell) => {
    const name = nameOf(grid, pieceOn(grid, style, position, cell));
    if (!name) return;
    found.set(name, [...(found.get(name) ?? []), cellName(grid, cell, seat)]);
  });
  return [...describeTrays(grid, position), ...[...found].map(([name, cells]) => `${name}: ${cells.join(" ")}`)].join(". ") || t("board.empty");
}
