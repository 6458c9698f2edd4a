// Types of the part of gifenc that the page uses.

export type Palette = number[][];

export interface FrameOptions {
  palette?: Palette;
  transparent?: boolean;
  transparentIndex?: number;
  delay?: number;
  dispose?: number;
}

export interface Encoder {
  writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
}

export function GIFEncoder(): Encoder;
export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number): Palette;
export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array<ArrayBuffer>;
