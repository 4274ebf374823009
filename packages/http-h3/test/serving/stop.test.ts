import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { httpPlugin } from "../../src/index.ts";
import { startServer } from "../support/start.ts";
import { open, readAll } from "../support/raw-http.ts";

const AUTH = "Host: x\r\nAuthorization: Bearer admin\r\n";

test("a stop lets requests in flight finish, refuses new ones, and closes idle connections", async () => {
  const server = await startServer();
  const { port } = new URL(server.url);
  const inFlight = server.call("/api/probes/slow?ms=500");
  // Busy when the stop begins, and then used for one request more.
  const pipelined = await open(server.url);
  const pipelinedAnswer = readAll(pipelined);
  pipelined.write(`GET /api/probes/slow?ms=400 HTTP/1.1\r\n${AUTH}\r\n`);
  const idle = await open(server.url);
  const idleEnd = readAll(idle);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const started = performance.now();
  const closed = server.close();
  pipelined.write(`GET /api/probes/p1 HTTP/1.1\r\n${AUTH}\r\n`);
  await idleEnd;
  await expect(
    new Promise((resolve, reject) => connect(Number(port), "127.0.0.1").once("connect", resolve).once("error", reject)),
  ).rejects.toThrow("ECONNREFUSED");
  const answer = await inFlight;
  expect([answer.status, await answer.json(), answer.headers.get("connection")]).toEqual([200, { waited: 500 }, "close"]);
  expect((await pipelinedAnswer).text).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close/i);
  await closed;
  // Not at its deadline.
  expect(performance.now() - started).toBeLessThan(7_500);
});

test("a request of which half has arrived when the stop begins is still served, and its connection then closed", async () => {
  const server = await startServer();
  const socket = await open(server.url);
  const answer = readAll(socket);
  socket.write(`POST /api/probes HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"na`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = server.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write('me":"a"}');
  expect((await answer).text).toMatch(/^HTTP\/1\.1 201 [^]*connection: close/i);
  await closed;
});

test("a client that never finishes does not hold up the stop beyond its deadline", async () => {
  const server = await startServer({ http: { stopTimeoutMs: 300 } });
  const socket = await open(server.url);
  const answer = readAll(socket);
  socket.write(`POST /api/probes HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  const slow = server.call("/api/probes/slow?ms=60000").catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const started = performance.now();
  await server.close();
  // The request would take a minute.
  expect(performance.now() - started).toBeLessThan(30_000);
  await answer;
  expect(await slow).toBeInstanceOf(Error);
});

test("streams without an end are ended by the stop", async () => {
  const server = await startServer();
  const response = await fetch(`${server.url}/raw/stream`, { headers: { authorization: "Bearer admin" } });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  const started = performance.now();
  const closed = server.close();
  expect((await reader.read()).done).toBe(true);
  await closed;
  expect(performance.now() - started).toBeLessThan(7_500);
});

test("the address is known while the server listens, and only then", async () => {
  const http = httpPlugin({ port: 0 });
  expect(() => http.server.url).toThrow(expect.objectContaining({ code: "HTTP_NOT_LISTENING" }));
  const server = await startServer();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await server.close();
  await server.close();
});

test("a stop answers requests whose bytes are still in the backlog or in the buffers of the kernel", async () => {
  const server = await startServer();
  const head = `POST /api/probes HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n`;
  const kept = await Promise.all(Array.from({ length: 5 }, async () => await open(server.url)));
  for (const socket of kept) {
    socket.write(`GET /api/probes/p1 HTTP/1.1\r\n${AUTH}\r\n`);
    await once(socket, "data");
  }
  const failures: unknown[] = [];
  const answers = [...kept, ...Array.from({ length: 20 }, () => connect(Number(new URL(server.url).port), "127.0.0.1"))].map(
    async (socket, index) => {
      socket.on("error", (error) => failures.push(error));
      const answer = readAll(socket);
      // Every other body comes in a second packet.
      if (index % 2 === 0) socket.write(`${head}{"name":"a"}`);
      else {
        socket.setNoDelay().write(head);
        setTimeout(() => socket.write('{"name":"a"}'), 50);
      }
      return (await answer).text;
    },
  );
  const closed = server.close();
  for (const text of await Promise.all(answers)) expect(text).toMatch(/^HTTP\/1\.1 (201|503) [^]*connection: close/i);
  expect(failures).toEqual([]);
  await closed;
});
