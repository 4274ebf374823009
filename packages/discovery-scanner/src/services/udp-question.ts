import { createSocket } from "node:dgram";
import type { ScanContext } from "../scan-context.ts";

const WAIT_MS = 700;

/**
 * Sends one datagram and waits for the answer. The socket is connected, so that answers of any other sender are dropped
 * by the kernel.
 */
export async function askUdp({ signal, bucket }: Pick<ScanContext, "signal" | "bucket">, ip: string, port: number, question: Buffer): Promise<Buffer | undefined> {
  const waitMs = bucket.take();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  if (signal.aborted) return undefined;
  const socket = createSocket(ip.includes(":") ? "udp6" : "udp4");
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Buffer | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), WAIT_MS);
      socket.on("error", () => resolve(undefined));
      socket.on("message", (answer) => resolve(answer));
      socket.connect(port, ip, () => {
        if (signal.aborted) return resolve(undefined);
        socket.send(question, (error) => {
          if (error !== null) resolve(undefined);
        });
      });
    });
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}
