import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInventory } from "@cadastre/inventory-core";
import type { RecordServices } from "@cadastre/inventory-core/records";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { postgresqlDatabase } from "../../../../testing/databases.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";
import { leaseSourcesPlugin } from "../../src/leases/index.ts";
import type { LeaseSource } from "../../src/leases/sources/lease-source.ts";

const MINUTE_MS = 60_000;

describe.each([
  ["sqlite", sqliteDatabase],
  ["postgresql", postgresqlDatabase],
] as const)("two hosts on one database, %s", (_, openPlace) => {
  it("read a source once in each of its turns, also when one of them stops", async () => {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        asked += 1;
        response.end(JSON.stringify([{ result: 3, text: "0 leases" }]));
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await using place = await openPlace();
    const clock = new FakeClock();
    const open = async () =>
      await createInventory({ storage: place.storage(), clock, plugins: [leaseSourcesPlugin({ allow: "127.0.0.1" })] });
    const [one, other] = [await open(), await open()];
    const { leaseSources: sources } = other as typeof other & RecordServices<typeof LeaseSource>;
    try {
      const network = await other.networks.create({ name: "office", subnet: "192.0.2.0/24" });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const { id } = await sources.create({ name: "kea", type: "kea-api", url, network_ids: [network.id], interval_minutes: 60 });
      let last: string | null = null;
      for (let turn = 1; turn <= 4; turn += 1) {
        await vi.waitFor(async () => {
          await clock.advance(10_000);
          const { last_read_at: readAt } = await sources.get(id);
          expect(readAt).not.toBe(last);
          last = readAt;
        });
        // Both look again and again, and find nothing that is due.
        for (let look = 0; look < 3; look += 1) await clock.advance(10_000);
        expect([turn, asked]).toEqual([turn, turn]);
        if (turn === 3) await one.close();
        await clock.advance(58 * MINUTE_MS);
      }
    } finally {
      await Promise.all([one.close(), other.close()]);
      server.close();
    }
  });

  it("read a source once at a time, also when a reading takes longer than its interval", async () => {
    const firsts: string[] = [];
    const waiting: (() => void)[] = [];
    let page = 0;
    const server = createServer((request, response) => {
      let text = "";
      request
        .on("data", (part) => (text += part))
        .on("end", () => {
          firsts.push(...(text.includes('"start"') ? [text] : []));
          page += 1;
          const leases = Array.from({ length: 1000 }, (_, at) => ({ "ip-address": `10.0.${page}.${at % 256}`, cltt: 1, "valid-lft": 1 }));
          waiting.push(() => response.end(JSON.stringify([{ result: 0, arguments: { leases } }])));
        });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    await using place = await openPlace();
    const clock = new FakeClock();
    const open = async () =>
      await createInventory({ storage: place.storage(), clock, plugins: [leaseSourcesPlugin({ allow: "127.0.0.1" })] });
    const [one, other] = [await open(), await open()];
    try {
      const network = await one.networks.create({ name: "office", subnet: "10.0.0.0/16" });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const { leaseSources: sources } = one as typeof one & RecordServices<typeof LeaseSource>;
      await sources.create({ name: "kea", type: "kea-api", url, network_ids: [network.id], interval_minutes: 1 });
      for (let tens = 0; tens < 30; tens += 1) {
        await clock.advance(10_000);
        await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
        for (const answer of waiting.splice(0)) answer();
      }
      expect(firsts).toHaveLength(1);
    } finally {
      await Promise.all([one.close(), other.close()]);
      server.closeAllConnections();
      server.close();
    }
  });
});
