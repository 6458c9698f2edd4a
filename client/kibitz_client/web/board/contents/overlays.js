// What joins several cells of a grid: covers of won blocks, the line that wins, and links between neighbours of one side.

import {look} from "../shapes/grid/look.js";
import {blockArea} from "../shapes/grid/paths.js";
import {gridStyle, isPiece, symbolAt} from "../shapes/grid/symbols.js";
import {piece} from "../pieces.js";
import {make} from "../svg.js";

/** @import {Grid, State} from "kibitz-protocol" */
/** @import {Layout} from "../shapes/layout.js" */

/** From a row and column of hexagons to half of its neighbours; the other half finds it. @type {[number, number][]} */
const NEXT = [[0, 1], [1, 0], [1, -1]];

/** Draw all of them for a position, in place of those before. @param {Grid} grid @param {State} position @param {Layout} layout
 * @param {SVGElement} layer */
export function drawOverlays(grid, position, layout, layer) {
  layer.querySelectorAll(":scope > :is(.block, .link, .won-under, .won-line)").forEach((node) => node.remove());
  if (layout.style === "hexes") layer.prepend(...links(grid, position, layout));
  if (grid.block && position.blocks) layer.append(...blocks(grid, position, layout));
  if (isLined(layout) && !grid.block) layer.append(...wonLines(position, layout));
}

/** Return whether a line through its pieces shows a win. @param {Layout} layout */
const isLined = ({style}) => style === "paper" || style === "lines";

/** Return the owners of won blocks over their cells. @param {Grid} grid @param {State} position @param {Layout} layout */
function blocks(grid, position, layout) {
  return [...position.blocks].flatMap((symbol, block) => {
    if (!isPiece(grid, symbol)) return [];
    const {x, y, size} = blockArea(grid, layout, block);
    const cover = make("rect", {x: 4 - size / 2, y: 4 - size / 2, width: size - 8, height: size - 8, rx: 10, class: "cover"});
    return [make("g", {class: "block", transform: `translate(${x + size / 2} ${y + size / 2})`}, [cover, piece(look(grid, layout.style === "paper" ? "paper" : "squares", symbol), size)])];
  });
}

/** Return the lines that win, a little longer than their pieces are apart. @param {State} position @param {Layout} layout */
function wonLines({lines}, {boxes}) {
  return lines.flatMap((line) => {
    const ends = [line[0], line[line.length - 1]].map((cell) => [boxes[cell].x + boxes[cell].w / 2, boxes[cell].y + boxes[cell].h / 2]);
    const [[x, y], [u, v]] = ends;
    const far = Math.hypot(u - x, v - y) || 1;
    const [dx, dy] = [((u - x) / far) * 24, ((v - y) / far) * 24];
    const d = `M${x - dx} ${y - dy}L${u + dx} ${v + dy}`;
    return [make("path", {d, class: "won-under", pathLength: 1}), make("path", {d, class: "won-line", pathLength: 1})];
  });
}

/** Return links between neighbours of one side, as one path a side. @param {Grid} grid @param {State} position @param {Layout} layout */
function links(grid, position, {boxes, columns}) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  const style = gridStyle(grid);
  boxes.forEach((box, cell) => {
    const symbol = symbolAt(position, cell);
    if (!isPiece(grid, symbol)) return;
    const column = cell % columns;
    for (const [down, right] of NEXT) {
      const other = cell + down * columns + right;
      if (column + right < 0 || column + right >= columns || symbolAt(position, other) !== symbol || !boxes[other]) continue;
      const {side} = look(grid, style, symbol);
      const to = boxes[other];
      paths.set(side, `${paths.get(side) ?? ""}M${box.x + box.w / 2} ${box.y + box.h / 2}L${to.x + to.w / 2} ${to.y + to.h / 2}`);
    }
  });
  return [...paths].map(([side, d]) => make("path", {d, class: `link ${side}`}));
}
