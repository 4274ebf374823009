import type { Worker } from "node:worker_threads";

/** Asks a thread of a database to close what it has open, and waits for its end, also when it fails meanwhile. */
export async function closeThread(thread: Worker): Promise<void> {
  // It keeps no process alive while there may be nothing to do, but now it is waited for.
  thread.ref();
  await new Promise<unknown>((resolve) => {
    thread.once("exit", resolve);
    thread.postMessage("close");
  });
}
