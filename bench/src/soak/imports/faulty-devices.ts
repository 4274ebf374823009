import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** One line in ten is wrong, in one of these ways. */
const FAULTS = ["address", "status", "columns", "contradiction"] as const;

const FIRST_FAULT = 3;

const HEADER = "name,hostname,description,make_model,os,location,status,tags,domains,ip,ip_label";

const isFaulty = (index: number): boolean => index % 10 === FIRST_FAULT;

/** The line of the file that a device stands on. */
const lineOf = (index: number): number => index + 2;

/** Lines of the devices that cannot be imported. */
export function faultyLines(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
    .filter(isFaulty)
    .map(lineOf);
}

function cellsOf(index: number): readonly string[] {
  const name = `host-${index}`;
  const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return [
    name,
    `${name}.example.com`,
    `"Rack server, number ${index}"`,
    "Dell PowerEdge R640",
    "Debian 13",
    `Hall 1 rack ${index % 400}`,
    "active",
    "imported;web",
    `${name}.intern.example.com`,
    ip,
    "eth0",
  ];
}

function lineTextOf(index: number): string {
  const cells = [...cellsOf(index)];
  if (!isFaulty(index)) return cells.join(",");
  switch (FAULTS[Math.floor(index / 10) % FAULTS.length]) {
    case "address":
      return cells.with(9, "10.0.0.300").join(",");
    case "status":
      return cells.with(6, "broken").join(",");
    case "columns":
      return [...cells, "one too many"].join(",");
    default:
      // Another line has this name, and says something else of it.
      return cells.with(0, `host-${index - 2}`).join(",");
  }
}

/** Writes a CSV of made-up devices of which every tenth is wrong. */
export async function writeFaultyDevices(file: string, count: number): Promise<void> {
  const lines = function* (): Generator<string> {
    yield `${HEADER}\n`;
    for (let index = 0; index < count; index += 1) yield `${lineTextOf(index)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}
