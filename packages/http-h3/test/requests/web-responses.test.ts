import { expect, test } from "vitest";
import { createHandler } from "../../src/index.ts";
import { until } from "../support/raw-http.ts";
import { startServer, type TestServer } from "../support/start.ts";

// For whoever has a server of their own that speaks Request and Response.

const LONG_LIST = "http://inventory.example/api/probes?count=5000&pad=200";

const asking = async (server: TestServer, url: string): Promise<Response> =>
  await createHandler(server.inventory.host, { rateLimit: { enabled: false } }).fetch(
    new Request(url, { headers: { authorization: "Bearer admin" } }),
  );

test("a list comes whole as a Response", async () => {
  await using server = await startServer();
  const response = await asking(server, LONG_LIST);
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ length: 5000 })]);
  await until(() => server.probes.listsOpen === 0);
});

test("a list that nobody reads, or reads on, is closed when its Response is cancelled", async () => {
  await using server = await startServer();
  const unread = await asking(server, LONG_LIST);
  await unread.body?.cancel();
  await until(() => server.probes.listsOpen === 0);
  const begun = (await asking(server, LONG_LIST)).body?.getReader();
  expect((await begun?.read())?.done).toBe(false);
  expect(server.probes.listsOpen).toBe(1);
  const { pagesRead } = server.probes;
  await begun?.cancel();
  await until(() => server.probes.listsOpen === 0);
  expect(server.probes.pagesRead).toBe(pagesRead);
});
