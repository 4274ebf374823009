import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import type { TokenBucket } from "../probing/token-bucket.ts";
import { QUIET_UDP_PORT } from "../ports.ts";

const WAIT_MS = 300;

/** Whether a host says that nobody listens at a UDP port. A connected socket hears it, without any right. */
export async function isRefusedUdp(ip: string, { bucket, signal }: { readonly bucket: TokenBucket; readonly signal: AbortSignal }): Promise<boolean> {
  for (let waitMs = bucket.take(); waitMs > 0; waitMs = bucket.take()) {
    await sleep(waitMs);
    if (signal.aborted) return false;
  }
  const socket = createSocket(ip.includes(":") ? "udp6" : "udp4");
  try {
    return await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), WAIT_MS);
      const finish = (refused: boolean): void => {
        clearTimeout(timer);
        resolve(refused);
      };
      socket.on("error", (error: NodeJS.ErrnoException) => finish(error.code === "ECONNREFUSED"));
      socket.on("message", () => finish(true));
      socket.connect(QUIET_UDP_PORT, ip, () => {
        if (signal.aborted) return finish(false);
        socket.send(Buffer.alloc(0), (error) => {
          if (error !== null) finish((error as NodeJS.ErrnoException).code === "ECONNREFUSED");
        });
      });
    });
  } finally {
    socket.close();
  }
}
