import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SeededRandom } from "../crash/seeded-random.ts";
import type { FromChild, Receipt, ToChild } from "./messages.ts";

/** A receiver that fails often: `node receiver-child.ts <seed>`. It tells its port, and at the end what it saw. */

const SHARES = [
  ["5xx", 0.05],
  ["reset", 0.01],
  ["hang", 0.005],
] as const;

interface Seen {
  requests: number;
  repeats: number;
  answered: boolean;
  readonly firstAt: number;
  readonly hashes: Set<string>;
}

const say = (message: FromChild): void => void process.send?.(message);
const random = new SeededRandom(Number(process.argv[2] ?? "1"));
const seen = new Map<string, Seen>();
const answers: Record<string, number> = { "2xx": 0, "5xx": 0, reset: 0, hang: 0 };

function answer(one: Seen, response: ServerResponse): void {
  let drawn = random.next();
  const fault = SHARES.find(([, share]) => (drawn -= share) < 0)?.[0];
  const kind = fault ?? "2xx";
  answers[kind] = (answers[kind] ?? 0) + 1;
  if (kind === "hang") return;
  if (kind === "reset") response.socket?.resetAndDestroy();
  else if (kind === "5xx") response.writeHead(random.pick([500, 502, 503]) ?? 500).end("not now");
  else {
    // From here on the receiver has taken it: another request for it is a repeat.
    one.answered = true;
    response.writeHead(204).end();
  }
}

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const body = Buffer.concat(pieces);
    const { delivery_id: id } = JSON.parse(body.toString("utf8")) as { delivery_id: string };
    const one = seen.get(id) ?? { requests: 0, repeats: 0, answered: false, firstAt: seen.size, hashes: new Set<string>() };
    seen.set(id, one);
    one.requests += 1;
    if (one.answered) one.repeats += 1;
    one.hashes.add(createHash("sha256").update(body).digest("hex"));
    answer(one, response);
  });
});

const receipts = (): Receipt[] =>
  [...seen].map(([id, { requests, repeats, firstAt, hashes }]) => ({ id, requests, repeats, firstAt, hashes: [...hashes] }));

server.listen(0, "127.0.0.1");
process.on("message", (message: ToChild) => {
  if ("warm" in message) say({ port: (server.address() as AddressInfo).port });
  if ("report" in message) say({ receipts: receipts(), answers });
});
process.on("disconnect", () => process.exit(0));
