import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { type ScannerNetwork, describeScanner } from "@cadastre/testing";
import { describe, it } from "vitest";
import { ConnectScanner } from "../src/connect-scanner.ts";
import { settingsOf } from "../src/scan-settings.ts";

const HOST = "127.0.0.5";
const targets = Array.from({ length: 14 }, (_, index) => `127.0.0.${index + 1}`);
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));

/** A server that listens, and a port where nobody does. */
async function listen(): Promise<{ readonly server: Server; readonly open: number; readonly closed: number }> {
  const [server, other] = [createServer((socket) => socket.on("error", () => {}).resume()), createServer()];
  const [open = 0, closed = 0] = await Promise.all(
    [server, other].map(
      async (one) =>
        await new Promise<number>((resolve) => one.listen(0, HOST, () => resolve((one.address() as { readonly port: number }).port))),
    ),
  );
  await new Promise((resolve) => other.close(resolve));
  return { server, open, closed };
}

describeScanner({ describe, it }, "connect, on this machine", {
  createScanner: async () => {
    const { server, open, closed } = await listen();
    const v4: ScannerNetwork = {
      subnet: "127.0.0.0/28",
      family: 4,
      targets,
      alive: targets,
      ports: [open, closed],
      openPorts: { [HOST]: [open], "127.0.0.6": [] },
    };
    const v6: ScannerNetwork = { subnet: "::1/128", family: 6, targets: ["::1"], alive: hasIPv6 ? ["::1"] : [], ports: [closed] };
    return {
      scanner: new ConnectScanner(settingsOf({ reverseNames: false, serviceWaitMs: 100 })),
      networks: [v4, v6],
      dispose: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
    };
  },
});
