import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

// A thread that brings the write-ahead log of one database to the disk; see log-sync.ts.

// SQLite keeps no lock on this file, so closing it again takes none away. Where a file is opened for reading only, Windows syncs nothing.
const log = openSync(workerData as string, "r+");

parentPort?.on("message", (message: "sync" | "close") => {
  if (message === "close") {
    closeSync(log);
    parentPort?.close();
    return;
  }
  try {
    fdatasyncSync(log);
    parentPort?.postMessage(undefined);
  } catch (error) {
    parentPort?.postMessage(error);
  }
});
