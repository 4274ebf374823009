import { once } from "node:events";
import { type AddressInfo, createServer, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../soak/crash/seeded-random.ts";

/** Each direction's half of a round trip of 100 ms. */
const LATE_MS = 50;
const ROUND_TRIP_MS = 2 * LATE_MS;
const LOSS = 0.05;
/** Bytes of a segment of TCP over Ethernet. */
const SEGMENT_BYTES = 1460;
/** Until a lost segment is sent again: Linux waits a round trip and 200 ms, and twice as long after each further loss. */
const RETRANSMIT_MS = ROUND_TRIP_MS + 200;
/** Until a lost SYN is sent again (RFC 6298). */
const SYN_RETRANSMIT_MS = 1000;
/** Segments of a round trip: 1.22 / √loss, as Mathis and others found for TCP in 1997. */
const WINDOW = 1.22 / Math.sqrt(LOSS);
/** One of so many segments finds the connection reset, as by a firewall that forgot it. */
const RESET_EVERY = 400;

/** A relay of connections in user space, and what it did to them. */
export interface LossyRelay extends AsyncDisposable {
  readonly url: string;
  readonly counts: { connections: number; bytes: number; lost: number; resets: number };
}

/**
 * A link of 100 ms and 5 % loss to a server as TCP shows it to its users: each byte comes 50 ms later, at no more than a window a round
 * trip; what is lost comes a retransmission later, and all that follows waits for it. A kernel's packet filter can lose packets, but few
 * kernels delay them.
 * @param seed of what is lost
 */
export async function startLossyRelay(to: string, seed: number): Promise<LossyRelay> {
  const random = new SeededRandom(seed);
  const counts = { connections: 0, bytes: 0, lost: 0, resets: 0 };
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const relay = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    counts.connections += 1;
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const reset = (): void => {
      for (const socket of [near, far]) socket.resetAndDestroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", reset).on("close", () => sockets.delete(socket));
    }
    // The SYN and its answer come before the first byte.
    const open =
      performance.now() + ROUND_TRIP_MS + delayOf(random, SYN_RETRANSMIT_MS, counts) + delayOf(random, SYN_RETRANSMIT_MS, counts);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const)
      void forward(from, into, { open, random: random.fork(), counts, reset }).catch(reset);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    counts,
    [Symbol.asyncDispose]: async () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
      await once(relay, "close");
    },
  };
}

interface Way {
  /** When the connection is there. */
  readonly open: number;
  readonly random: SeededRandom;
  readonly counts: LossyRelay["counts"];
  readonly reset: () => void;
}

/** One direction of a connection, in order. */
async function forward(from: Socket, into: Socket, { open, random, counts, reset }: Way): Promise<void> {
  /** When the last segment left, and when it came. */
  let left = open;
  let came = 0;
  let before: Promise<void> = Promise.resolve();
  for await (const chunk of from as AsyncIterable<Buffer>) {
    counts.bytes += chunk.length;
    for (let at = 0; at < chunk.length; at += SEGMENT_BYTES) {
      const segment = chunk.subarray(at, at + SEGMENT_BYTES);
      left = Math.max(performance.now(), left + (segment.length / SEGMENT_BYTES) * (ROUND_TRIP_MS / WINDOW));
      came = Math.max(came, left + LATE_MS + delayOf(random, RETRANSMIT_MS, counts));
      const due = came;
      const isReset = random.between(1, RESET_EVERY) === 1;
      before = before.then(async () => {
        await sleep(Math.max(0, due - performance.now()));
        if (isReset) counts.resets += 1;
        if (isReset) reset();
        else if (!into.destroyed) into.write(segment);
      });
    }
    // Buffers of the link are small: who sends more waits.
    await sleep(Math.max(0, left - performance.now() - ROUND_TRIP_MS));
  }
  await before;
  into.end();
}

/** Milliseconds that losses of one segment cost. */
function delayOf(random: SeededRandom, firstMs: number, counts: LossyRelay["counts"]): number {
  let waitMs = 0;
  for (let nextMs = firstMs; random.next() < LOSS; nextMs *= 2) {
    counts.lost += 1;
    waitMs += nextMs;
  }
  return waitMs;
}
