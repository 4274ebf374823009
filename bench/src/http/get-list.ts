import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { Host } from "./host.ts";

const agent = new Agent({ keepAlive: true });

export interface GotList {
  readonly us: number;
  /** Milliseconds until the first byte of the body. */
  readonly firstByteMs: number;
  readonly bytes: number;
}

/** Reads a list to its end, over one connection that is kept. */
export async function getList({ url, headers }: Pick<Host, "url" | "headers">, path: string): Promise<GotList> {
  const start = performance.now();
  const sent = get(`${url}${path}`, { agent, headers });
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let firstByteMs = 0;
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - start;
    bytes += part.length;
  }
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  return { us: (performance.now() - start) * 1000, firstByteMs, bytes };
}
