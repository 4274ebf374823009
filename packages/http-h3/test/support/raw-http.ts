import { vi } from "vitest";
import { WAIT_TIMEOUT_MS } from "../../../../testing/hangs/watchdog.ts";
import { connect, type Socket } from "node:net";

/** What a server sent over one connection, and how the connection ended. */
export interface RawAnswer {
  readonly text: string;
  /** True when the connection was reset instead of closed. */
  readonly reset: boolean;
}

/** A bare connection to the server of `url`. */
export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket;
}

/** Everything that arrives until the connection ends. */
export async function readAll(socket: Socket): Promise<RawAnswer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let reset = false;
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection stayed open: ${Buffer.concat(chunks).toString().slice(0, 200)}`));
    }, WAIT_TIMEOUT_MS);
    socket
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("error", () => (reset = true))
      .on("close", () => {
        clearTimeout(timer);
        resolve({ text: Buffer.concat(chunks).toString(), reset });
      });
  });
}

/** Sends bytes as they are and reads until the server closes. */
export async function exchange(url: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await open(url);
  const answer = readAll(socket);
  for (const part of parts) socket.write(part);
  return await answer;
}

/** Waits until `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { interval: 5 });
}
