import ipaddr from "ipaddr.js";
import { styleText } from "node:util";
import type { Row } from "./table.ts";

/** Marks that are drawn at most: more is nothing that an eye takes in. */
const MAX_CELLS = 1024;

/** Marks of a line, the fewer the narrower the terminal. */
const LINE_LENGTHS = [64, 32, 16, 8];

/** Share of an address or block that somebody has or may not have, from which on a mark is drawn. */
const LEVELS = [
  { least: 1, unicode: "█", ascii: "#", color: "red", text: "full" },
  { least: 0.5, unicode: "▓", ascii: "*", color: "yellow", text: "half or more" },
  { least: Number.MIN_VALUE, unicode: "▒", ascii: "+", color: "yellow", text: "some" },
  { least: 0, unicode: "·", ascii: ".", color: "green", text: "free" },
] as const;

const RESERVED = { unicode: "░", ascii: "r", color: "cyan", text: "reserved" } as const;

type Mark = (typeof LEVELS)[number] | typeof RESERVED;

export interface HeatmapLook {
  readonly columns: number;
  readonly colors: boolean;
  readonly unicode: boolean;
}

/** Length of the prefix of the blocks that a range is folded into; undefined when each of its addresses has room. */
export function prefixFor(start: string, end: string): number | undefined {
  const first = ipaddr.parse(start);
  const bits = first.kind() === "ipv4" ? 32 : 128;
  const size = numberOf(end) - numberOf(start) + 1n;
  if (size <= BigInt(MAX_CELLS)) return undefined;
  let host = 0;
  while (size >> BigInt(host) > BigInt(MAX_CELLS)) host += 1;
  return bits - host;
}

/** First and last address of a subnet. */
export function endsOf(subnet: string): { readonly first: string; readonly last: string } {
  const [address, length] = ipaddr.parseCIDR(subnet);
  const bytes = address.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.max(0, Math.min(8, length - index * 8))));
  return { first: address.toString(), last: ipaddr.fromByteArray(last).toString() };
}

const numberOf = (address: string): bigint =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Lines of marks, each led by its first address or block; the marks differ without colours too. */
export function heatmapLines(entries: readonly Row[], look: HeatmapLook): readonly string[] {
  const labels = entries.map((entry) => String(entry["cidr"] ?? entry["ip"]).replace(/\/.*$/, ""));
  const labelWidth = Math.max(0, ...labels.map((label) => label.length));
  const length = LINE_LENGTHS.find((count) => labelWidth + 1 + count <= look.columns) ?? 8;
  const lines: string[] = [];
  for (let at = 0; at < entries.length; at += length) {
    const marks = entries.slice(at, at + length).map((entry) => draw(markOf(entry), look));
    lines.push(`${(labels[at] ?? "").padEnd(labelWidth)} ${marks.join("")}`);
  }
  return [...lines, legend(entries, look)];
}

function markOf(entry: Row): Mark {
  if (entry["status"] === "reserved") return RESERVED;
  const share = entry["status"] === undefined ? shareOf(entry) : entry["status"] === "used" ? 1 : 0;
  return LEVELS.find(({ least }) => share >= least) ?? LEVELS[3];
}

/** Counts of large blocks are texts. */
function shareOf({ total, available, quarantined = 0 }: Row): number {
  const all = Number(total);
  return all === 0 ? 0 : 1 - (Number(available) + Number(quarantined)) / all;
}

function draw(mark: Mark, { colors, unicode }: HeatmapLook): string {
  const text = unicode ? mark.unicode : mark.ascii;
  return colors ? styleText(mark.color, text, { validateStream: false }) : text;
}

function legend(entries: readonly Row[], look: HeatmapLook): string {
  const folded = entries.some((entry) => entry["cidr"] !== undefined);
  const marks: readonly Mark[] = folded ? LEVELS : [LEVELS[0], RESERVED, LEVELS[3]];
  const block = folded ? `each mark a block /${String(entries[0]?.["cidr"]).split("/")[1] ?? ""}` : "each mark an address";
  return `${marks.map((mark) => `${draw(mark, look)} ${mark.text === "full" && !folded ? "used" : mark.text}`).join("  ")}  (${block})`;
}
