import { ipText, type Range } from "../../addresses/ip.ts";

/** Addresses of a row of the map: the last octet of IPv4 runs along it. */
export const ROW = 256;

/** How many rows there are. */
export const rowsOf = (count: number): number => Math.ceil(count / ROW);

/** The addresses of a row: offsets from the first one of the network. */
export function rowSpan(row: number, count: number): { readonly from: number; readonly to: number } {
  return { from: row * ROW, to: Math.min(count, (row + 1) * ROW) };
}

/** Where a point of the drawn map is: an offset, or undefined beside it. Sizes are those on the screen. */
export function offsetAt(x: number, y: number, width: number, height: number, count: number): number | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
  const column = Math.floor((x / width) * ROW);
  const row = Math.floor((y / height) * rowsOf(count));
  const offset = row * ROW + column;
  return offset < count ? offset : undefined;
}

export const addressAt = (range: Range, offset: number): string => ipText({ family: range.family, value: range.first + BigInt(offset) });

/** How a cell is called in short: the end of its address, the last octet or the last group of IPv6. */
export const shortName = (range: Range, offset: number): string => addressAt(range, offset).split(/[.:]/).at(-1) || "::";

/** Colours by state, as red, green, blue. */
export type Palette = readonly (readonly [number, number, number])[];

/** The pixels of a map, one for each address, row by row; beyond the last address they are clear. */
export function pixelsOf(states: Uint8Array, palette: Palette): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(rowsOf(states.length) * ROW * 4);
  const words = new Uint32Array(pixels.buffer);
  const little = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
  const colours = palette.map(
    ([r, g, b]) => (little ? (255 << 24) | (b << 16) | (g << 8) | r : (r << 24) | (g << 16) | (b << 8) | 255) >>> 0,
  );
  for (let index = 0; index < states.length; index += 1) words[index] = colours[states[index] ?? 0] ?? 0;
  return pixels;
}
