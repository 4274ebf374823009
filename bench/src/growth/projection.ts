import type { TableSize } from "./table-sizes.ts";

/** Tables that have less than this share of all bytes are told together. */
const MIN_SHARE = 0.005;

const OTHERS = "others";

/** What a table has in a company of so many devices, by what it has in one that was measured. */
export interface Projected extends TableSize {
  /** Rows that were measured for each device. */
  readonly perDevice: number;
}

/**
 * Tables of a company of `to` devices: each has as many rows a device, and as many bytes a row and in its indexes, as in the company of
 * `devices` that was measured. Indexes are trees, of which a level more is a hundredth more bytes; that is left out.
 * @returns largest first, small ones together at the end
 */
export function project(sizes: readonly TableSize[], devices: number, to: number): readonly Projected[] {
  const factor = to / devices;
  const total = bytesOf(sizes);
  const all = sizes.map(({ table, rows, heap, indexes }) => ({
    table: bytesOf([{ heap, indexes }]) / total < MIN_SHARE ? OTHERS : table,
    rows: rows * factor,
    heap: heap * factor,
    indexes: indexes * factor,
    perDevice: rows / devices,
  }));
  const small = all.filter(({ table }) => table === OTHERS);
  const others = small.reduce(
    (sum, one) => ({
      table: OTHERS,
      rows: sum.rows + one.rows,
      heap: sum.heap + one.heap,
      indexes: sum.indexes + one.indexes,
      perDevice: sum.perDevice + one.perDevice,
    }),
    { table: OTHERS, rows: 0, heap: 0, indexes: 0, perDevice: 0 },
  );
  return [...all.filter(({ table }) => table !== OTHERS), ...(small.length === 0 ? [] : [others])];
}

/** All bytes of some tables. */
export function bytesOf(sizes: readonly Pick<TableSize, "heap" | "indexes">[]): number {
  return sizes.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
}

const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;
const each = (bytes: number, rows: number): string => (rows === 0 ? "" : (bytes / rows).toFixed(0));

/** Lines of a table in Markdown: what was measured for each row, and what that makes of so many devices. */
export function projectionTable(sizes: readonly TableSize[], devices: number, to: number): readonly string[] {
  const head = ["Table", "Rows a device", "Bytes a row", "of indexes", `Rows of ${to.toLocaleString("en")} devices`, "Size"];
  const projected = project(sizes, devices, to);
  const rows = projected.map(({ table, rows: count, heap, indexes, perDevice }) => [
    table === OTHERS ? table : `\`${table}\``,
    perDevice.toPrecision(3),
    each(heap, count),
    each(indexes, count),
    Math.round(count).toLocaleString("en"),
    gb(heap + indexes),
  ]);
  const all = ["all", "", "", "", "", gb(bytesOf(projected))];
  return [head, ["---", ...head.slice(1).map(() => "--:")], ...rows, all].map((cells) => `| ${cells.join(" | ")} |`);
}
