import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_PIPELINED } from "../../src/server/pipelined.ts";
import { open, readAll } from "../support/raw-http.ts";
import { type LimitsServer, startLimits } from "./limits-server.ts";

let server: LimitsServer;
let key: string;
beforeEach(async () => {
  server = await startLimits("sqlite");
  [key = ""] = await server.user("ann");
});
afterEach(async () => await server.stop());

const request = (path: string, last = false): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${last ? "connection: close\r\n" : ""}\r\n`;

test("requests that were sent together over one connection are computed one after the other, and answered in order", async () => {
  const socket = await open(server.url);
  const answers = readAll(socket);
  socket.write(request("/api/work/wait").repeat(3) + request("/api/auth/me", true));
  for (const begun of [1, 2, 3]) {
    await vi.waitFor(() => expect(server.work.running.size).toBe(1));
    expect(server.work.begun).toBe(begun);
    server.work.goOn();
    await vi.waitFor(() =>
      expect([begun === 3 ? 0 : 1, begun === 3 ? 3 : begun + 1]).toEqual([server.work.running.size, server.work.begun]),
    );
  }
  const statuses = [...(await answers).text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
  expect(statuses).toEqual(["204", "204", "204", "200"]);
});

test("a connection with too many requests that wait is closed, and they are not computed", async () => {
  const socket = await open(server.url);
  const answers = readAll(socket);
  socket.write(request("/api/work/wait").repeat(MAX_PIPELINED + 2));
  await answers;
  expect(server.work.begun).toBeLessThanOrEqual(1);
  await vi.waitFor(() => expect(server.work.running.size).toBe(0));
  expect((await server.get("/api/work/quick", key)).status).toBe(204);
});
