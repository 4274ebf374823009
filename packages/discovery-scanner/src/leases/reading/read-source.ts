import { realpath } from "node:fs/promises";
import type { LeaseNetworks } from "@cadastre/inventory-core/discovery";
import type { Clock } from "@cadastre/inventory-core/scanning";
import { pathProblem, type ReadableFiles } from "../files/allowed-path.ts";
import { fileLines } from "../files/file-lines.ts";
import { contentsOf } from "../files/file-state.ts";
import { keaLines, keaState } from "../files/kea-files.ts";
import { readSteadily } from "../files/read-steadily.ts";
import { keaLeases } from "../kea/kea-leases.ts";
import { type AddressRule, untilAborted } from "@cadastre/inventory-core/outbound";
import { type KeaConnection, postJson } from "../kea/post-json.ts";
import type { LeaseEntry } from "../lease.ts";
import type { LeaseSourceType } from "../source-types.ts";
import { collectLeases, type Reading } from "./collect-leases.ts";
import { fileLeases } from "./file-leases.ts";

/** One question to a server. */
const TIMEOUT_MS = 30_000;

/** The whole reading of a source by a server. */
const READING_MS = 600_000;

/** What is read, and how. */
export interface SourceToRead extends KeaConnection {
  readonly type: LeaseSourceType;
  readonly path: string;
}

/** What reading needs of the host. */
export interface ReadingParts extends ReadableFiles {
  /** Which addresses are not connected to. */
  readonly rule: AddressRule;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds that the whole reading may take; 600,000 unless given. */
  readonly readingMs?: number;
}

/**
 * Reads the leases of a source that are in force.
 * @param networks whose leases are wanted
 * @throws Error with a sentence; what the system throws
 */
export async function readSource(source: SourceToRead, networks: Pick<LeaseNetworks, "families">, parts: ReadingParts): Promise<Reading> {
  const { readingMs = READING_MS } = parts;
  const late = `It took longer than ${readingMs / 1000} seconds: check the source, or make it smaller.`;
  return await within(readingMs, late, parts, async (signal) => await readWhole(source, networks, { ...parts, signal }));
}

async function readWhole(source: SourceToRead, networks: Pick<LeaseNetworks, "families">, parts: ReadingParts): Promise<Reading> {
  const now = new Date(parts.clock.now()).toISOString();
  if (source.type === "kea-api") return await collectLeases(askKea(source, networks, parts), now);
  const { signal } = parts;
  const problem = pathProblem(source.path, parts.folders, parts.reader);
  if (problem !== undefined) throw new Error(`The path ${problem}.`);
  // Kea's other files lie beside the file that the path leads to.
  const file = await realpath(source.path);
  const { type } = source;
  switch (type) {
    case "dnsmasq":
      // It writes all of the file anew, in its place.
      return await readSteadily(
        async () => await collectLeases(fileLeases(type, fileLines(file, parts, signal)), now),
        async () => await contentsOf(file),
        parts,
      );
    case "kea-memfile":
      return await readSteadily(
        async () => await collectLeases(fileLeases(type, keaLines(file, parts, signal)), now),
        async () => await keaState(file),
        parts,
      );
    case "isc-dhcpd":
      // It appends, and puts a new file in the place of the old one: whichever was opened is whole.
      return await collectLeases(fileLeases(type, fileLines(file, parts, signal)), now);
  }
}

async function* askKea(
  source: SourceToRead,
  { families }: Pick<LeaseNetworks, "families">,
  parts: ReadingParts,
): AsyncGenerator<LeaseEntry | undefined> {
  for (const family of families) yield* keaLeases(family, async (body) => await askWithin(source, body, parts));
}

async function askWithin(source: SourceToRead, body: unknown, parts: ReadingParts): Promise<unknown> {
  const late = `The server did not answer within ${TIMEOUT_MS / 1000} seconds.`;
  const { clock, rule } = parts;
  return await within(
    TIMEOUT_MS,
    late,
    parts,
    async (signal) => await postJson(source, body, { clock, rule, timeoutMs: TIMEOUT_MS, signal }),
  );
}

/** Waits for work for `ms` milliseconds: a file system may never answer. @throws Error with the sentence, the reason of the signal */
async function within<T>(
  ms: number,
  sentence: string,
  { clock, signal }: Pick<ReadingParts, "clock" | "signal">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const late = new AbortController();
  void clock.sleep(ms, over.signal).then(
    () => late.abort(new Error(sentence)),
    () => undefined,
  );
  const ends = AbortSignal.any([signal, late.signal]);
  try {
    return await untilAborted(work(ends), ends);
  } finally {
    over.abort();
  }
}
