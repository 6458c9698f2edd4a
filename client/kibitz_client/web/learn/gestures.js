// Pointers, wheel and keys that move the camera of a drawing: drag, pinch, wheel, double click, and arrows.

import {zoomed} from "./camera.js";

/** @import {Camera} from "./camera.js" */

/** What the gestures need of a drawing: its camera, and ways to set it at once, to glide there, and to stop gliding.
 * @typedef {{camera: () => Camera | null | undefined, set: (at: Camera) => void, go: (next: Camera) => void, stop: () => void}} Movable */

/** Let a drawing be moved. The result tells whether the pointer has dragged since it was pressed, so that the click
 * after a drag picks nothing. @param {SVGElement} svg @param {Movable} view */
export function attachGestures(svg, view) {
  const gestures = {dragged: false};
  /** @type {Map<number, [number, number]>} */
  const pointers = new Map();
  const at = (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    return /** @type {[number, number]} */ ([event.clientX - box.left, event.clientY - box.top]);
  };
  svg.addEventListener("wheel", (event) => {
    const camera = view.camera();
    if (!camera) return;
    event.preventDefault();
    view.stop();
    const lines = event.deltaMode ? 16 : 1;
    view.set(zoomed(camera, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...at(event)));
  }, {passive: false});
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    view.stop();
    if (!pointers.size) gestures.dragged = false;
    pointers.set(event.pointerId, at(event));
  });
  svg.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const camera = view.camera();
    if (!before || !camera) return;
    const here = at(event);
    const [dx, dy] = [here[0] - before[0], here[1] - before[1]];
    if (!gestures.dragged && Math.hypot(dx, dy) < 5) return;
    if (!gestures.dragged) svg.setPointerCapture(event.pointerId);
    gestures.dragged = true;
    svg.classList.add("dragged");
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, here);
    if (!other) return view.set({...camera, x: camera.x + dx, y: camera.y + dy});
    const apart = (/** @type {number[]} */ point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    const near = zoomed(camera, apart(here) / apart(before), other[0], other[1]);
    view.set({...near, x: near.x + dx / 2, y: near.y + dy / 2});
  });
  const end = (/** @type {PointerEvent} */ event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) svg.classList.remove("dragged");
  };
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) svg.addEventListener(name, end);
  // With pressed button and captured pointer, leaving does not end a drag.
  svg.addEventListener("pointerleave", (event) => svg.hasPointerCapture(event.pointerId) || end(event));
  svg.addEventListener("dblclick", (event) => {
    const camera = view.camera();
    if (camera) view.go(zoomed(camera, 1.8, ...at(event)));
  });
  svg.addEventListener("keydown", (event) => {
    const camera = view.camera();
    const by = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]}[event.key];
    if (!by || !camera || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    view.go({...camera, x: camera.x + by[0], y: camera.y + by[1]});
  });
  return gestures;
}
