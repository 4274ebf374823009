import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInventory, type Logger } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { createHandler } from "../../src/index.ts";
import { probePlugin } from "../support/probe-plugin.ts";

type Line = readonly [level: string, fields: Readonly<Record<string, unknown>> | undefined];

/** Lines about requests that a GET of a probe and one of nothing leave. @param writes of the logger */
async function linesOf(writes: Logger["writes"]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (message: string, fields?: Readonly<Record<string, unknown>>): void => {
      if (message === "request") lines.push([level, fields]);
    };
  const logger: Logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    ...(writes === undefined ? {} : { writes }),
  };
  const inventory = await createInventory({ storage: temporarySqlite(), plugins: [probePlugin], logger });
  const server = createServer(createHandler(inventory.host, { rateLimit: { enabled: false } }).node).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    for (const path of ["/api/probes/p1", "/api/nothing"]) {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
        headers: { authorization: "Bearer admin", "x-request-id": "r-1" },
      });
      await response.text();
    }
    return lines;
  } finally {
    server.closeAllConnections();
    server.close();
    await inventory.close();
  }
}

const FIELDS = { method: "GET", requestId: "r-1", ms: expect.any(Number), address: "127.0.0.1" };

test("a line says what was asked, by its route, and how it ended", async () => {
  expect(await linesOf(undefined)).toEqual([
    ["debug", { ...FIELDS, route: "/api/probes/{id}", path: "/api/probes/:id", status: 200, principal: expect.any(String) }],
    ["info", { ...FIELDS, route: "(none)", path: "/api/**", status: 404 }],
  ]);
});

test("a line of a level that the logger does not write is not made", async () => {
  expect((await linesOf((level) => level !== "debug")).map(([level]) => level)).toEqual(["info"]);
  expect(await linesOf(() => false)).toEqual([]);
});
