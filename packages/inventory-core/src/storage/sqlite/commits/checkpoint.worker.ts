import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

// A thread that makes the checkpoints of one database file; see checkpoints.ts.

// It may wait: this thread has nothing else to do.
const database = new Database(workerData as string, { fileMustExist: true, timeout: 10_000 });
database.pragma("synchronous = FULL");

parentPort?.on("message", (message: "checkpoint" | "close") => {
  if (message === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    // It waits for nobody: what readers still need is left for the next one.
    database.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // Somebody else is at it, or the disk is full: the next commit finds out, and tells its caller.
  }
  parentPort?.postMessage("done");
});
