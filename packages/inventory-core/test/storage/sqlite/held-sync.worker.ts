import { BroadcastChannel, parentPort } from "node:worker_threads";

// In place of the thread that syncs: ends each sync when the test says how, over a channel.

const orders = new BroadcastChannel("held-sync");
parentPort?.on("message", (message: "sync" | "close") => {
  if (message === "sync") return orders.postMessage("asked");
  orders.close();
  parentPort?.close();
});
orders.onmessage = ({ data }) => {
  if (data === "done") parentPort?.postMessage(undefined);
  if (data === "failed") parentPort?.postMessage(new Error("EIO: i/o error, fdatasync"));
};
