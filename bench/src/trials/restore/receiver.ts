// Takes webhooks slowly, so that a queue of deliveries is there when the backup is made, and prints a line for each.
import { createServer } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { RECEIVER, RECEIVER_PORT } from "./addresses.ts";

const ANSWER_MS = 60;

createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += String(piece);
  const { delivery_id: id, data } = JSON.parse(body) as { delivery_id: string; data: { name: string } };
  process.stdout.write(`${JSON.stringify({ id, name: data.name })}\n`);
  await after(ANSWER_MS);
  response.writeHead(204).end();
}).listen(RECEIVER_PORT, RECEIVER, () => process.stdout.write("ready\n"));
