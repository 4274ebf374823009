import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { LibraryPerformer, storageOf, type Target } from "./library-performer.ts";
import type { Request } from "./intention.ts";

/** The process that is killed: the engine, told what to do by lines of JSON and answering with lines of JSON. */

export type ToChild = { readonly open: Target } | { readonly warm: Target } | { readonly call: number; readonly request: Request };

/** Written before anything else runs, so that an acknowledged change is on its way to the parent when the process is killed. */
function say(line: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

let performer: LibraryPerformer | undefined;

async function hear(line: ToChild): Promise<void> {
  if ("warm" in line) {
    await storageOf(line.warm);
    // Killed processes never write the cache, so each would compile everything anew.
    flushCompileCache();
    say({ warm: true });
  } else if ("open" in line) {
    try {
      performer = await LibraryPerformer.open(line.open);
      say({ opened: true });
    } catch (error) {
      say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  } else if (performer !== undefined) {
    say({ call: line.call, answer: await performer.perform(line.request) });
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => void hear(JSON.parse(line) as ToChild))
  // The parent is gone, so nobody would ever kill this one.
  .on("close", () => process.exit(0));
