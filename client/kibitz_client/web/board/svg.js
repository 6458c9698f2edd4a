// Elements and paths of SVG.

const NS = "http://www.w3.org/2000/svg";

/** Make an SVG element. @param {string} name @param {{[attribute: string]: string | number}} [attributes]
 * @param {Element[]} [children] @returns {SVGElement} */
export function make(name, attributes = {}, children = []) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Make a text that is centred at its place. @param {{[attribute: string]: string | number}} attributes @param {string} content */
export function makeText(attributes, content) {
  const element = make("text", {"text-anchor": "middle", ...attributes});
  element.textContent = content;
  return element;
}

/** Return the path of a disc. @param {number} x @param {number} y @param {number} r */
export const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
