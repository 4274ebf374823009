import { InventoryError } from "@cadastre/inventory-core";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { HashJob } from "./hash-job.ts";

/** Threads for hashes: never so many that none of the processor is left for everything else. */
export const HASH_THREADS = availableParallelism() > 2 ? 2 : 1;
/** Hashes that may wait for a thread. */
export const MOST_WAITING = 8;
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 60_000;
/** Where a thread has a priority of its own (Linux), hashes get what requests leave. */
const NICE = 10;
const RETRY_AFTER_SECONDS = 2;

let threads: Piscina<HashJob, string | boolean> | undefined;

/**
 * Runs bcrypt in a thread of its own. bcrypt's asynchronous functions would not do: they hold a thread of the pool that
 * Node keeps for files and DNS, four by default, each for a second and more, so that a flood of sign-ins stands in the
 * way of every file that is read and every name that is looked up. The threads belong to the process, whose
 * processors they share, and not to a host; they start with the first hash and do not keep the process alive.
 * @throws RATE_LIMIT_EXCEEDED when too many wait already
 */
export async function hashInThread(job: HashJob): Promise<string | boolean> {
  threads ??= startThreads();
  // Counted here: the pool lets one more in while a thread is starting.
  if (threads.queueSize >= MOST_WAITING) throw tooMany();
  return await threads.run(job);
}

function startThreads(): Piscina<HashJob, string | boolean> {
  // Beside this file, as a source or as it was built.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Piscina<HashJob, string | boolean>({
    filename: fileURLToPath(new URL(`./bcrypt.worker.${extension}`, import.meta.url)),
    name: "work",
    minThreads: 0,
    maxThreads: HASH_THREADS,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    // Nothing of the command line or the environment is needed there.
    argv: [],
    env: {},
  });
}

/** The HTTP edge declares this code; here it is given for the same reason: too much at once. */
function tooMany(): Error {
  return new InventoryError({
    code: "RATE_LIMIT_EXCEEDED",
    kind: "rate-limited",
    message: `too many passwords are being checked; try again in ${RETRY_AFTER_SECONDS} s`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
