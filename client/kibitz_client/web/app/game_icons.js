// A small picture for each game that the page knows, and one for all others. It stands for the game in lists, where a
// real board would be too small or is not known yet.

import {html, svg} from "lit-html";

const [RED, YELLOW, BLACK, WHITE] = ["#d8342b", "#f6c52c", "#26262b", "#f7f5ef"];

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill @param {string} [edge] */
const disc = (cx, cy, r, fill, edge = "#0006") => svg`<circle cx=${cx} cy=${cy} r=${r} fill=${fill} stroke=${edge} />`;
/** @param {string} d @param {string} stroke @param {number} [width] */
const line = (d, stroke, width = 2) => svg`<path d=${d} fill="none" stroke=${stroke} stroke-width=${width} stroke-linecap="round" />`;
/** @param {number} x @param {number} y @param {number} a */
const cross = (x, y, a) => line(`M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}`, RED, 3);
/** @param {number} x @param {number} y @param {number} r */
const ring = (x, y, r) => svg`<circle cx=${x} cy=${y} r=${r} fill="none" stroke="#2f6fd6" stroke-width="3" />`;
/** @param {number} x @param {string} text @param {string} [colour] */
const card = (x, text, colour = BLACK) => svg`<rect x=${x} y="8" width="16" height="24" rx="2.5" fill=${text ? WHITE : "#2b66cc"} stroke=${WHITE} /><text x=${x + 8} y="25" font-size=${text.length > 1 ? 9 : 13} font-weight="700" text-anchor="middle" fill=${colour}>${text}</text>`;
const CHECKS = svg`<path d="M20 0H40V20H20zM0 20H20V40H0z" fill="#ad7a4b" />`;
const spots = [9, 20, 31];
const LINES = line("M8 0V40M20 0V40M32 0V40M0 8H40M0 20H40M0 32H40", "#5b3d1e", 1);

/** Ground and picture by game, on a square of 40 units.
 * @type {{[game: string]: [string, unknown]}} */
const PICTURES = {
  connect4: ["#2563b8", spots.flatMap((y, row) => spots.map((x, column) => disc(x, y, 4.4, ["bbb", "byr", "ryy"][row][column] === "r" ? RED : ["bbb", "byr", "ryy"][row][column] === "y" ? YELLOW : "#123a73", "#17468a")))],
  reversi: ["#2f7d54", [line("M20 3V37M3 20H37", "#1d5a3a", 1.5), disc(12, 12, 6, WHITE), disc(28, 12, 6, BLACK), disc(12, 28, 6, BLACK), disc(28, 28, 6, WHITE)]],
  draughts: ["#ecd9b4", [CHECKS, disc(30, 10, 7, BLACK), disc(10, 30, 7, WHITE), svg`<circle cx="10" cy="30" r="4" fill="none" stroke="#b9b2a2" />`]],
  international: ["#ecd9b4", [svg`<path d="M10 5H40M0 15H40M10 25H40M0 35H40" stroke="#ad7a4b" stroke-width="10" stroke-dasharray="10" />`, [5, 15, 25, 35].map((x, place) => [disc(x, place % 2 ? 5 : 15, 4, BLACK), disc(x, place % 2 ? 25 : 35, 4, WHITE)])]],
  russian: ["#ecd9b4", [CHECKS, disc(30, 10, 7, BLACK), disc(10, 30, 7, WHITE), line("M7 32l-1-4 2 1 2-3 2 3 2-1-1 4z", "#e8b53a", 1.5)]],
  chess: ["#ad7a4b", [svg`<path d="M0 0H20V20H40V40H20V20H0z" fill="#ecd9b4" /><path d="M18 5.5l3 2C28 9 33 15 33 26l-1 9H12c0-6 6-9 7-15-2 3-5 3-6 5-1 2-2 2-4 1-2-1-3-3-2-5l4-9c0-1 2-2 3-3L14 5l3 2z" fill=${WHITE} stroke="#171411" stroke-width="1.6" stroke-linejoin="round" />`, line("M14 14l1-1M24 12c5 3 6 8 6 14", "#171411", 1.5)]],
  dots: ["#f7f5ef", [svg`<path d="M8 8H20V20H8z" fill="#d8342b55" /><path d="M20 20H32V32H20z" fill="#2f6fd655" />`, line("M8 8H20V20H8zM20 20H32V32H20zM20 8H32", "#211d16", 2), [8, 20, 32].map((y) => [8, 20, 32].map((x) => svg`<circle cx=${x} cy=${y} r="2.6" fill="#211d16" />`))]],
  hex: ["#ecd9b4", [[[13, 9, RED], [27, 9, ""], [6, 21, ""], [20, 21, "#2b66cc"], [34, 21, RED], [13, 33, RED], [27, 33, "#2b66cc"]].map(([x, y, fill]) => svg`<path d=${`M${x} ${Number(y) - 8}l7 4v8l-7 4l-7 -4v-8z`} fill=${fill || "#f5e8cc"} stroke="#5b3d1e" />`)]],
  backgammon: ["#e6c98f", [svg`<path d="M2 4h9l-4.5 15zM20 4h9l-4.5 15zM11 36h9l-4.5 -15zM29 36h9l-4.5 -15z" fill="#ad7a4b" />`, disc(6.5, 8, 4, WHITE), disc(6.5, 16, 4, WHITE), disc(15.5, 32, 4, BLACK), disc(15.5, 24, 4, BLACK), disc(33.5, 32, 4, WHITE)]],
  go: ["#e6c98f", [LINES, disc(20, 8, 5.5, BLACK), disc(8, 20, 5.5, BLACK), disc(20, 32, 5.5, BLACK), disc(20, 20, 5.5, WHITE), disc(32, 32, 5.5, WHITE)]],
  gomoku: ["#e6c98f", [LINES, disc(8, 32, 5.5, BLACK), disc(20, 20, 5.5, BLACK), disc(32, 8, 5.5, BLACK), disc(20, 32, 5.5, WHITE)]],
  mnk: ["#e6c98f", [LINES, cross(8, 8, 4), cross(20, 20, 4), ring(32, 8, 4.5), ring(8, 32, 4.5)]],
  kalah: ["#e6c98f", [[6, 16, 26].map((x) => [11, 23].map((y) => svg`<rect x=${x} y=${y - 3} width="8" height="10" rx="4" fill="#8b5e35" />`)), svg`<rect x="2" y="10" width="3" height="20" rx="1.5" fill="#8b5e35" /><rect x="35" y="10" width="3" height="20" rx="1.5" fill="#8b5e35" />`, disc(10, 13, 1.7, WHITE), disc(20, 25, 1.7, WHITE), disc(30, 12, 1.7, WHITE), disc(29, 25, 1.7, WHITE)]],
  nim: ["#6b4f8f", [9, 17, 25, 33].map((x, place) => line(`M${x - 1} ${place % 2 ? 12 : 20}V34`, "#f0d9a8", 4))],
  kuhn: ["#2f7d54", [card(3, "K"), card(21, "")]],
  leduc: ["#2f7d54", [card(3, "Q", RED), card(21, "Q")]],
  holdem: ["#2f7d54", [card(3, "A♠"), card(21, "K♥", RED)]],
  ultimate: ["#f7f5ef", [line("M14 3V37M26 3V37M3 14H37M3 26H37", "#211d16", 2), cross(20, 20, 3), ring(8, 8, 3), ring(32, 20, 3), cross(32, 32, 3), line("M5 20H11M8 17V23M17 32H23M20 29V35", "#8a8272", 1)]],
  tictactoe: ["#f7f5ef", [line("M15 5V35M25 5V35M5 15H35M5 25H35", "#665e50", 1.6), cross(10, 10, 2.8), ring(20, 20, 3), cross(30, 10, 2.8), ring(10, 30, 3)]],
};

const OTHER = ["#94480a", [disc(20, 13, 6.5, WHITE), svg`<path d="M20 18c5 0 6 9 9 14H11c3-5 4-14 9-14z" fill=${WHITE} stroke="#0006" />`]];

/** Return the picture of a game. @param {string} game */
export function gameIcon(game) {
  const [ground, picture] = PICTURES[game] ?? OTHER;
  return html`<svg class="game-icon" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="8" fill=${ground} /><g>${picture}</g></svg>`;
}
