import { availableParallelism } from "node:os";
import { packageFile } from "@cadastre/inventory-core/protocol";
import type { Piscina } from "piscina";
import type { HashJob } from "./hash-job.ts";

/** Threads for hashes: never so many that none of the processor is left for everything else. */
export const HASH_THREADS = availableParallelism() > 2 ? 2 : 1;
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 60_000;
/** Where a thread has a priority of its own (Linux), hashes get what requests leave. */
const NICE = 10;

/** The file of the threads, as a source or as it was built; undefined in a bundle. */
export const HASH_PROGRAM = packageFile(import.meta.url, "./bcrypt.worker.ts", "./bcrypt.worker.js");

let threads: Promise<Piscina<HashJob, string | boolean>> | undefined;

/**
 * Runs bcrypt in a thread of its own. bcrypt's asynchronous functions would not do: they hold a thread of the pool that
 * Node keeps for files and DNS, four by default, each for a second and more, so that a flood of sign-ins stands in the
 * way of every file that is read and every name that is looked up. The threads belong to the process, whose
 * processors they share, and not to a host; they start with the first hash and do not keep the process alive. Who is next
 * is said by hashQueue, so that no more are asked for than there are threads.
 */
export async function hashInThread(program: string, job: HashJob): Promise<string | boolean> {
  threads ??= startThreads(program);
  return await (await threads).run(job);
}

async function startThreads(filename: string): Promise<Piscina<HashJob, string | boolean>> {
  // Not before the first hash: most commands make none.
  const { Piscina } = await import("piscina");
  return new Piscina<HashJob, string | boolean>({
    filename,
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
