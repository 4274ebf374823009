import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { said } from "../support/client.ts";
import { type Running, start } from "../support/command.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "cadastre-interrupted-"));
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true }) };
}

/** What a shell gives as the exit code, and nothing of a stack or a half-written line of ours on standard error. */
async function endOf(running: Running): Promise<{ readonly code: number; readonly err: string }> {
  const { code, err } = await running.ended;
  const { signalCode } = running.child;
  return { code: code ?? 128 + constants.signals[signalCode as NodeJS.Signals], err };
}

describe("a client command that is told to end", () => {
  let server: Server;
  let environment: Readonly<Record<string, string>>;
  let answer: (response: ServerResponse, path: string) => void;
  beforeAll(async () => {
    server = createServer((request, response) => answer(response, request.url ?? "")).listen(0, "127.0.0.1");
    await once(server, "listening");
    environment = {
      HOME: "/nowhere",
      SERVICE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SERVICE_API_TOKEN: "cad_x",
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const exitOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

  it.each(SIGNALS)("ends by %s while the server says nothing", async (signal) => {
    const asked = Promise.withResolvers<void>();
    answer = () => asked.resolve();
    const running = start(["device", "list"], environment);
    await asked.promise;
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({ code: exitOf(signal), err: "" });
  });

  it.each(SIGNALS)("ends by %s in the middle of a list, with what it has written", async (signal) => {
    answer = (response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .write(`[${Array.from({ length: 9000 }, (_, index) => JSON.stringify({ id: `id-${index}`, name: "x".repeat(20) })).join(",")}`);
    const running = start(["device", "list", "-o", "ids"], environment);
    await said(running, "id-2");
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({ code: exitOf(signal), err: "" });
  });

  it.each(SIGNALS)("ends by %s between two attempts", async (signal) => {
    const asked = Promise.withResolvers<void>();
    answer = (response) => {
      response.writeHead(503, { "content-type": "application/json", "retry-after": "5" }).end('{"code":"UNAVAILABLE","error":"not now"}');
      asked.resolve();
    };
    const running = start(["device", "list"], environment);
    await asked.promise;
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({ code: exitOf(signal), err: "" });
  });

  it.each(SIGNALS)("ends by %s while it follows events", async (signal) => {
    answer = (response) =>
      void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write('id: 1-1\nevent: device.created\ndata: {"event":"device.created","timestamp":"t","data":{"name":"web-1"}}\n\n');
    const running = start(["event", "tail"], environment);
    await said(running, "web-1");
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({ code: exitOf(signal), err: "" });
  });

  it("ends by SIGTERM while it stays with a scan, which goes on", async () => {
    const paths: string[] = [];
    answer = (response, path) => {
      paths.push(path);
      const scan = { id: "01a1ffd3-54dc-7292-bdc9-000000000001", status: "running", progress_percent: 10 };
      response.writeHead(200, { "content-type": "text/event-stream" }).write(`id: 1\nevent: progress\ndata: ${JSON.stringify(scan)}\n\n`);
    };
    const running = start(["scan", "watch", "01a1ffd3-54dc-7292-bdc9-000000000001", "--cancel-on-interrupt"], environment);
    await said(running, "running");
    running.child.kill("SIGTERM");
    expect((await endOf(running)).code).toBe(143);
    expect(paths.filter((path) => path.endsWith("/cancel"))).toEqual([]);
  });

  it.each(SIGNALS)("ends an import by %s while its source keeps it waiting, and leaves nothing behind", async (signal) => {
    await using folder = await temporaryFolder();
    const asked = Promise.withResolvers<void>();
    answer = (response) => {
      response.writeHead(200, { "content-type": "text/csv" }).write("name\nweb-1\n");
      asked.resolve();
    };
    const running = start(["import", `${environment["SERVICE_API_URL"]}/devices.csv`, "--as", "csv"], {
      ...environment,
      TMPDIR: folder.path,
    });
    await asked.promise;
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({ code: exitOf(signal), err: "cadastre: interrupted: nothing was imported\n" });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it.each(SIGNALS)("ends an import by %s while the server does it, and says that it may be done", async (signal) => {
    await using folder = await temporaryFolder();
    const asked = Promise.withResolvers<void>();
    answer = () => asked.resolve();
    const plan = join(folder.path, "plan.ndjson");
    await writeFile(
      plan,
      `${JSON.stringify({ kind: "end", counts: { rows: 1, create: 1, update: 0, unchanged: 0, conflict: 0, error: 0, warning: 0 } })}\n`,
    );
    const running = start(["import", "--plan", plan, "--yes", "-q"], { ...environment, TMPDIR: folder.path });
    await asked.promise;
    running.child.kill(signal);
    expect(await endOf(running)).toEqual({
      code: exitOf(signal),
      err: expect.stringContaining("the server may have imported all or part of it"),
    });
    expect(await readdir(folder.path)).toEqual(["plan.ndjson"]);
  });

  it.each(SIGNALS)("ends by %s at whatever moment of its start", async (signal) => {
    answer = (response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]");
    for (const ms of [0, 20, 40, 80, 120, 160, 240, 320]) {
      const running = start(["device", "list", "-o", "json"], environment);
      const timer = setTimeout(() => running.child.kill(signal), ms);
      const { code, err } = await endOf(running);
      clearTimeout(timer);
      expect([0, exitOf(signal)]).toContain(code);
      expect(err).toBe("");
    }
  });
});
