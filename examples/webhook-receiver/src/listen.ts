// Prints what comes: WEBHOOK_SECRET=… LISTEN_HOST=192.0.2.10 node src/listen.ts
import { Inbox } from "./inbox.ts";
import { createReceiver } from "./receiver.ts";

const { WEBHOOK_SECRET, LISTEN_HOST = "127.0.0.1", PORT = "8081", INBOX = "inbox.db" } = process.env;
if (WEBHOOK_SECRET === undefined) throw new Error("WEBHOOK_SECRET is not set: use the secret of the webhook");

const handle = async ({ event, timestamp, data }: { event: string; timestamp: string; data: object }): Promise<void> =>
  console.log(timestamp, event, JSON.stringify(data));
createReceiver({ secrets: WEBHOOK_SECRET.split(" "), inbox: new Inbox(INBOX), handle }).listen(Number(PORT), LISTEN_HOST, () =>
  console.log(`waiting for deliveries at http://${LISTEN_HOST}:${PORT}`),
);
