import { execFile } from "node:child_process";
import dgram from "node:dgram";
import net, { createServer } from "node:net";
import { promisify } from "node:util";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectScanner } from "../src/connect-scanner.ts";
import { isRefusedUdp } from "../src/hosts/udp-refusal.ts";
import { exchangeUdp } from "../src/probing/udp-exchange.ts";
import { TokenBucket } from "../src/probing/token-bucket.ts";
import { runProgram } from "../src/programs/run-program.ts";
import { settingsOf } from "../src/scan-settings.ts";
import { askUdp } from "../src/services/udp-question.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", note).on("uncaughtException", note));
afterEach(async () => {
  vi.restoreAllMocks();
  // What a socket still has to say is said in the turns that follow.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note).off("uncaughtException", note);
  // oxlint-disable-next-line vitest/no-standalone-expect -- a hook for every test of the file
  expect(unhandled.splice(0)).toEqual([]);
});

const here = (): { bucket: TokenBucket; signal: AbortSignal } => ({ bucket: new TokenBucket(1000), signal: new AbortController().signal });
const question = { port: 9, payload: Buffer.alloc(0), waitMs: 200, signal: new AbortController().signal };

const planOf = (ips: readonly string[], refused: readonly string[] = []): ScanPlan => ({
  scanType: "deep",
  subnet: "127.0.0.0/8",
  family: ips.some((ip) => ip.includes(":")) ? 6 : 4,
  targets: { size: ips.length, has: (ip) => ips.includes(ip) && !refused.includes(ip), [Symbol.iterator]: () => ips[Symbol.iterator]() },
  ports: [9],
  limits: { probesPerSecond: 3000, connections: 200, connectionsPerHost: 10, hostBudgetMs: 5000 },
});
const scan = async (plan: ScanPlan): Promise<ScanReport[]> =>
  await Array.fromAsync(
    new ConnectScanner(settingsOf({ reverseNames: false, tools: "none", serviceWaitMs: 100 })).scan(plan, {
      signal: new AbortController().signal,
    }),
  );

describe("a datagram that cannot be sent tells nothing, and ends nothing", () => {
  // A link-local address without an interface is refused by the kernel: nothing leaves this machine.
  it.each(["fe80::1", "fe80::3", "0.0.0.0"])("to %s", async (ip) => {
    expect(["nothing", "refused"]).toContain((await exchangeUdp({ ...question, ip })).kind);
    expect(await askUdp(here(), ip, 161, Buffer.from("x"))).toBeUndefined();
    expect(typeof (await isRefusedUdp(ip, here()))).toBe("boolean");
  });

  it("when the port is none, when there are no sockets, and when sending throws", async () => {
    expect(await exchangeUdp({ ...question, ip: "127.0.0.1", port: 70_000 })).toEqual({ kind: "nothing" });
    const send = vi.spyOn(dgram.Socket.prototype, "send").mockImplementation(() => {
      throw Object.assign(new Error("bad port"), { code: "ERR_SOCKET_BAD_PORT" });
    });
    expect(await exchangeUdp({ ...question, ip: "127.0.0.1" })).toEqual({ kind: "nothing" });
    send.mockRestore();
    vi.spyOn(dgram.Socket.prototype, "connect").mockImplementation(function connect(this: dgram.Socket, ...args: readonly unknown[]) {
      process.nextTick(() => (args[2] as (error: Error) => void)(Object.assign(new Error("no descriptor"), { code: "EMFILE" })));
    });
    expect(await exchangeUdp({ ...question, ip: "127.0.0.1" })).toEqual({ kind: "nothing" });
  });

  it("and one that is refused is told", async () => {
    expect(await exchangeUdp({ ...question, ip: "127.0.0.1", waitMs: 5000 })).toEqual({ kind: "refused" });
  });
});

describe("a scan", () => {
  it("goes on where there is no route, and where opening a connection throws", async () => {
    const reports = await scan(planOf(["fe80::1", "fe80::2"]));
    expect(reports.filter(({ kind }) => kind === "host-done")).toHaveLength(2);
    vi.spyOn(net.Socket.prototype, "connect").mockImplementation(() => {
      throw Object.assign(new RangeError("bad port"), { code: "ERR_SOCKET_BAD_PORT" });
    });
    expect((await scan(planOf(["127.0.0.21"]))).filter(({ kind }) => kind === "host-done")).toHaveLength(1);
  });

  it("sends nothing to an address that its plan holds and must not be probed", async () => {
    const asked: string[] = [];
    const server = createServer((socket) => void asked.push(String(socket.localAddress)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.22", resolve));
    const { port } = server.address() as { readonly port: number };
    try {
      const reports = await scan({ ...planOf(["127.0.0.22"], ["127.0.0.22"]), ports: [port] });
      expect(reports).toEqual([{ kind: "host-done", ip: "127.0.0.22", outcome: "skipped", reason: "no-permission" }]);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe("a program", () => {
  const { signal } = new AbortController();

  it("whose output cannot be read has failed", async () => {
    const ended = await runProgram("echo", ["x"], {
      signal,
      onOutput: () => {
        throw new Error("this is no XML");
      },
    });
    expect(ended).toMatchObject({ code: null, complaint: "this is no XML", startError: "ERR_OUTPUT" });
  });

  it("that cannot be started for want of descriptors has not started", async () => {
    const module = JSON.stringify(new URL("../src/programs/run-program.ts", import.meta.url).href);
    const script = `
      import { openSync } from "node:fs";
      const { runProgram } = await import(${module});
      try { for (;;) openSync("/dev/null"); } catch {}
      const ended = await runProgram("true", [], { signal: new AbortController().signal });
      process.stdout.write(JSON.stringify(ended));`;
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      `ulimit -n 128; exec "$@"`,
      "sh",
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ code: null, startError: "EMFILE" });
  });
});
