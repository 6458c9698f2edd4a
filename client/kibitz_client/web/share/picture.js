// Pictures of positions. A board is drawn as the page draws it, and what the stylesheets say about its shapes is written
// into their attributes, so that the picture looks the same in a file.

import "../board/board.js";
import {piece} from "../board/pieces.js";
import {look} from "../board/shapes/grid/look.js";
import {gridStyle, roles} from "../board/shapes/grid/symbols.js";
import {sideOf} from "../board/shapes/index.js";
import {make} from "../board/svg.js";

/** @import {Board} from "kibitz-protocol" */
/** @import {BoardView, KibitzBoard} from "../board/board.js" */

/** The line of a player above or below a board. @typedef {{seat: number, name: string, note: string}} Caption */

/** @typedef {{svg: string, width: number, height: number}} Picture units of the board, in which a square has 60 */

const SHAPES = "rect, circle, ellipse, path, text";
/** Properties of shapes, with the values that need no attribute. */
const PROPERTIES = {"stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1", "paint-order": "normal"};
const FONT = ["font-family", "font-size", "font-weight"];

/** Draws boards beside the page, one after the other, until it is closed. */
export class Painter {
  constructor() {
    const host = document.createElement("div");
    host.className = "visually-hidden";
    host.inert = true;
    this._host = host;
    this._board = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
    host.append(this._board);
    document.body.append(host);
  }

  /** Return a picture of a position; with captions, those of the player above and of the one below.
   * @param {BoardView} view @param {[Caption, Caption]} [captions] @returns {Picture} */
  draw(view, captions) {
    this._board.view = {...view, motion: false, interactive: false};
    const [behind, board] = /** @type {SVGSVGElement[]} */ ([this._board.behind, this._board.svg]);
    const {width, height} = this._board.drawn;
    // Captions grow with the board, because a picture has the same width for each of them.
    const unit = Math.max(width, 300) / 480;
    const [pad, line] = [16 * unit, captions ? 36 * unit : 0];
    const [w, h] = [width + 2 * pad, height + 2 * (pad + line)];
    const frame = make("svg", {class: board.getAttribute("class") ?? ""});
    frame.append(make("rect", {width: w, height: h, class: "paper"}));
    captions?.forEach((caption, below) => frame.append(captionNode(view.board, caption, {unit, w, y: below ? h - pad - line / 3 : pad + line / 3})));
    this._host.append(frame);
    const root = make("svg", {xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${tidy(w)} ${tidy(h)}`, width: tidy(w), height: tidy(h), role: "img"});
    const title = make("title");
    title.textContent = view.label;
    const parts = [...inked(frame), make("g", {transform: `translate(${tidy(pad)} ${tidy(pad + line)})`}, [...inked(behind), ...inked(board)])];
    root.append(title, ...paintsOf(parts), ...parts);
    frame.remove();
    return {svg: new XMLSerializer().serializeToString(root), width: w, height: h};
  }

  close() {
    this._host.remove();
  }
}

/** @param {Board} board @param {Caption} caption @param {{unit: number, w: number, y: number}} place */
function captionNode(board, {seat, name, note}, {unit, w, y}) {
  const role = seat ? "second" : "first";
  const symbol = board.shape === "grid" ? [...roles(board)].find(([, other]) => other === role)?.[0] : undefined;
  const shape = board.shape === "grid" && symbol !== undefined ? look(board, gridStyle(board), symbol) : /** @type {const} */ ({side: sideOf(board, seat), shape: "disc", letter: ""});
  const text = (/** @type {string} */ words, /** @type {{[name: string]: string | number}} */ attributes) => {
    const node = make("text", {y, dy: "0.36em", ...attributes});
    node.textContent = words;
    return node;
  };
  return make("g", {}, [
    make("g", {transform: `translate(${30 * unit} ${y})`}, [piece({...shape, letter: ""}, 26 * unit)]),
    text(name.length > 26 ? `${name.slice(0, 25)}…` : name, {x: 50 * unit, class: "player", "font-size": 19 * unit}),
    text(note, {x: w - 18 * unit, "text-anchor": "end", class: "note-right", "font-size": 16 * unit}),
  ]);
}

/** Return copies of the children of an element that need no stylesheet. @param {Element} element @returns {Element[]} */
function inked(element) {
  return [...element.children].flatMap((node) => {
    if (!node.matches(SHAPES)) {
      const children = inked(node);
      const transform = node.getAttribute("transform");
      return children.length ? [make("g", transform ? {transform} : {}, children)] : [];
    }
    const style = getComputedStyle(node);
    const copy = /** @type {Element} */ (node.cloneNode(true));
    for (const {name} of [...copy.attributes]) if (/^(class|role|tabindex|data-|aria-)/.test(name)) copy.removeAttribute(name);
    const painted = [paint(copy, "fill", style.fill), paint(copy, "stroke", style.stroke)];
    if (style.display === "none" || !painted.some(Boolean)) return [];
    for (const [name, usual] of Object.entries(PROPERTIES)) {
      const value = style.getPropertyValue(name);
      if (value !== usual && (painted[1] || !name.startsWith("stroke"))) copy.setAttribute(name, value.replaceAll("px", ""));
    }
    if (node.matches("text")) for (const name of FONT) copy.setAttribute(name, style.getPropertyValue(name).replace(/px$/, "").replaceAll('"', "'"));
    return [copy];
  });
}

/** Return copies of the paints that shapes name, as the only child of a list. @param {Element[]} parts @returns {Element[]} */
function paintsOf(parts) {
  const ids = new Set([...parts.map((part) => new XMLSerializer().serializeToString(part)).join("").matchAll(/url\(#([\w-]+)\)/g)].map(([, id]) => id));
  const paints = [...ids].flatMap((id) => document.getElementById(id)?.cloneNode(true) ?? []);
  return paints.length ? [make("defs", {}, /** @type {Element[]} */ (paints))] : [];
}

/** Write a colour into an attribute, its transparency into another one; return whether it can be seen.
 * @param {Element} node @param {"fill" | "stroke"} name @param {string} colour */
function paint(node, name, colour) {
  if (colour.startsWith("url(")) return true;
  const [r, g, b, alpha = 1] = (colour.startsWith("rgb") ? colour.match(/[\d.]+/g) ?? [] : []).map(Number);
  const seen = r !== undefined && alpha > 0;
  if (seen) node.setAttribute(name, `#${[r, g, b].map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`);
  else if (name === "fill") node.setAttribute(name, "none");
  if (seen && alpha < 1) node.setAttribute(`${name}-opacity`, String(alpha));
  return seen;
}

/** @param {number} value */
const tidy = (value) => Math.round(value * 100) / 100;

/** Draw a picture on a canvas of a width in pixels.
 * @param {Picture} picture @param {HTMLCanvasElement} canvas @param {number} width @returns {Promise<void>} */
export async function raster({svg, width: w, height: h}, canvas, width) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const height = Math.round((width * h) / w);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  canvas.getContext("2d", {willReadFrequently: true})?.drawImage(image, 0, 0, width, height);
}

/** Return a picture as a PNG file. @param {Picture} picture @param {number} [width] pixels @returns {Promise<Blob>} */
export async function png(picture, width = 1200) {
  const canvas = document.createElement("canvas");
  await raster(picture, canvas, width);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}
