// A choice among pieces at the end of a move, drawn over the board from its last cell towards the middle: a pawn that
// becomes another piece. It works with the mouse, with keys and with a finger.

import {piece} from "./pieces.js";
import {look} from "./shapes/grid/look.js";
import {CELL} from "./shapes/layout.js";
import {make} from "./svg.js";

/** @import {Grid} from "kibitz-protocol" */
/** @import {Layout} from "./shapes/layout.js" */

/** Pieces to choose among. `draw` is what shows them: the board alone does not load it.
 * @typedef {{cell: number, label: string, options: {move: string, symbol: string, name: string}[], choose: (move: string) => void, draw: typeof chooser}} Choice */

/** Return the choice as an element. The first piece gets the focus once it is on the page, by `focusFirst`.
 * @param {Grid} grid @param {Layout} found @param {Choice} choice @param {() => void} cancel */
export function chooser(grid, found, {cell, label, options, choose}, cancel) {
  const {x, y} = found.boxes[cell];
  const {area, height} = found;
  const step = y < height / 2 ? CELL : -CELL;
  const top = step > 0 ? y : y - (options.length - 1) * CELL;
  const veil = make("rect", {x: area.x, y: area.y, width: area.w, height: area.h, rx: 2, class: "veil"});
  veil.addEventListener("click", cancel);
  const buttons = options.map(({move, symbol, name}, place) => {
    const button = make("g", {role: "button", tabindex: 0, "aria-label": name, "data-move": move, class: "option"}, [
      make("rect", {x: x + 1, y: y + place * step + 1, width: CELL - 2, height: CELL - 2, rx: 8, class: "option-ground"}),
      make("g", {transform: `translate(${x + CELL / 2} ${y + place * step + CELL / 2})`}, [piece(look(grid, found.style, symbol), CELL)]),
    ]);
    button.addEventListener("click", () => choose(move));
    return button;
  });
  const group = make("g", {role: "group", "aria-label": label, class: "chooser"}, [
    veil,
    make("rect", {x, y: top, width: CELL, height: options.length * CELL, rx: 9, class: "option-frame"}),
    ...buttons,
  ]);
  group.addEventListener("keydown", (event) => {
    const {key} = event;
    const at = buttons.indexOf(/** @type {SVGElement} */ (event.target));
    const way = key === "ArrowDown" || key === "ArrowUp" ? (key === "ArrowDown") === step > 0 : key === "ArrowRight";
    if (key === "Escape") cancel();
    else if (key === "Enter" || key === " ") choose(options[at].move);
    else if (key.startsWith("Arrow")) buttons[(at + (way ? 1 : -1) + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {group, focusFirst: () => buttons[0].focus({preventScroll: true})};
}
