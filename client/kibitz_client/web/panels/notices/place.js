// Where a notice fits in place of a title.

/** Space that a notice may take beyond the title, on either side, in pixels: the gap below it. */
const GAP = 4;

/** Return the style that puts a list of notices over the parts of a head, or null if they are out of sight or too small for it.
 * @param {HTMLElement} list @param {Element[]} parts the title, and what beside it may be replaced too */
export function fits(list, parts) {
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({width}) => width);
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)) - GAP];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)) + GAP];
  if (!boxes.length || top < -GAP || bottom > innerHeight) return null;
  const style = `left:${left + scrollX}px;top:${top + scrollY}px;width:${right - left}px;height:${bottom - top}px`;
  const before = list.style.cssText;
  list.classList.add("in-head");
  list.style.cssText = style;
  const line = list.firstElementChild;
  const enough = line !== null && line.scrollHeight <= line.clientHeight && line.scrollWidth <= line.clientWidth;
  if (!enough) list.style.cssText = before;
  return enough ? style : null;
}
