// A match as an animated GIF. All frames have one palette, and each of them holds only the pixels that have changed.

import {GIFEncoder, applyPalette, quantize} from "gifenc";
import {raster} from "./picture.js";

/** @import {Picture} from "./picture.js" */

/** @typedef {{picture: () => Picture, delay: number}} Frame drawn when its turn comes; shown for milliseconds */

const WIDTH = 480;
const HIGHEST = 640;
/** Frames from which on the pictures are smaller, so that a long match stays a file of some megabytes. */
const MANY = 150;
/** One of the 256 entries stands for the pixels that have not changed. */
const COLOURS = 255;
const STEP = 3;

/** Return an animated GIF.
 * @param {Frame[]} frames @param {{progress?: (share: number) => void, signal?: AbortSignal}} [options] `progress` is
 *   called after each frame @returns {Promise<Blob>} rejects with the signal's reason once it is aborted */
export async function gif(frames, {progress, signal} = {}) {
  const canvas = document.createElement("canvas");
  const first = frames[0].picture();
  const width = Math.round(Math.min(frames.length > MANY ? WIDTH * 0.75 : WIDTH, (HIGHEST * first.width) / first.height));
  const pixels = async (/** @type {Frame} */ frame) => {
    signal?.throwIfAborted();
    await raster(frame.picture(), canvas, width);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const samples = [];
  // Some pixels of some frames have all colours of the match.
  for (const place of new Set([0, frames.length >> 1, frames.length - 1]))
    samples.push(new Uint32Array((await pixels(frames[place])).buffer).filter((_, pixel) => pixel % STEP === 0));
  const palette = quantize(new Uint8Array(await new Blob(samples).arrayBuffer()), COLOURS);
  const unchanged = palette.length;
  palette.push([0, 0, 0]);
  const encoder = GIFEncoder();
  /** @type {Uint8Array | null} */
  let before = null;
  for (const [place, frame] of frames.entries()) {
    const indexed = applyPalette(await pixels(frame), palette.slice(0, unchanged));
    /** @type {Uint8Array | null} */
    const last = before;
    const shown = last ? indexed.map((value, pixel) => (value === last[pixel] ? unchanged : value)) : indexed;
    encoder.writeFrame(shown, canvas.width, canvas.height, {
      ...(last ? {transparent: true, transparentIndex: unchanged} : {palette}),
      delay: frame.delay,
      dispose: 1,
    });
    before = indexed;
    progress?.((place + 1) / frames.length);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], {type: "image/gif"});
}
