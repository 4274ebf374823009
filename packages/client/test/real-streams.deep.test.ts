import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CadastreError } from "../src/index.ts";
import { type Service, startService } from "./support/service.ts";
import { STORAGES } from "../../../testing/storages.ts";

/** Of two kilobytes each: a long list of few rows, as rows are what takes its time to write. */
const DEVICES = 25_000;
/** Longer than the rows take to be written, and read, on a busy machine. */
const FILL_MS = 180_000;

describe.each(STORAGES)("the streams of a server on %s", (storage) => {
  let service: Service;
  beforeAll(async () => void (service = await startService(storage)));
  afterAll(async () => await service.stop());

  it("of events go on where a client left them", async () => {
    const { client } = service;
    const names = ["one", "two", "three", "four"];
    for (const name of names) await client.datacenters.create({ name });
    const networks = names.map((name, index) => ({ name, subnet: `10.${index}.0.0/24` }));
    for (const network of networks) await client.networks.create(network);
    const take = async (after: string, count: number): Promise<{ names: unknown[]; last: string }> => {
      const abort = new AbortController();
      const seen: unknown[] = [];
      let last = after;
      for await (const { id, data } of client.events.stream({ after, event: "network.created" }, { signal: abort.signal })) {
        if (data.event === "network.created") seen.push(data.data.name);
        last = id;
        if (seen.length === count) abort.abort();
      }
      return { names: seen, last };
    };
    const first = await take("0-0", 2);
    const rest = await take(first.last, 2);
    expect([...first.names, ...rest.names]).toEqual(names);
  });

  it("of events end when the credentials do", async () => {
    const { client } = service;
    const { id, key } = await client.keys.create({ name: "short-lived" });
    const reader = service.with({ token: key, retry: { retries: 0, baseDelayMs: 1 } });
    const read = (async () => {
      // The first thing seen ends the key that it was seen with.
      for await (const event of reader.events.stream({ after: "0-0" })) if (event.id !== "") await client.keys.delete(id).catch(() => {});
    })();
    await expect(read).rejects.toMatchObject({ name: CadastreError.name, code: "UNAUTHORIZED" });
  });
});

describe("a list of 50 MB", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService("sqlite");
    await service.client.devices.create({
      name: "device-000000",
      description: "d".repeat(2000),
      tags: ["production"],
      domains: ["example.com"],
    });
    await fill(service);
  }, FILL_MS);
  afterAll(async () => await service.stop());

  it("is read in little memory, by a process of its own", { timeout: FILL_MS }, async () => {
    const child = fileURLToPath(new URL("support/stream-child.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", child, service.url, service.token]);
    const told = JSON.parse(stdout) as { count: number; characters: number; peakBytes: number; hasGc: boolean };
    expect(told).toMatchObject({ count: DEVICES, hasGc: true });
    // The list is at least six times as large as what it may take.
    expect(told.characters).toBeGreaterThan(50_000_000);
    expect(told.peakBytes).toBeLessThan(8_000_000);
  });
});

/** The rest as copies of the first, page by page: this is about reading them. */
async function fill({ inventory }: Service): Promise<void> {
  const storage = inventory.host.get(STORAGE);
  const row = (await storage.read.all<Record<string, string | number>>("select * from device"))[0] as Record<string, string | number>;
  const columns = Object.keys(row);
  const copyOf = (n: number): (string | number)[] => {
    const name = `device-${String(n).padStart(6, "0")}`;
    const record = { ...(JSON.parse(row["doc"] as string) as object), id: `id-${name}`, name };
    // Nobody searches: the index of their texts would take most of the time.
    const told = { search_text: name, doc: JSON.stringify(record) };
    const copy: Record<string, string | number> = { ...row, id: record.id, name, name_key: name, seq: n + 1, ...told };
    return columns.map((column) => copy[column] as string | number);
  };
  for (let at = 1; at < DEVICES; at += 5000) {
    const rows = Array.from({ length: Math.min(5000, DEVICES - at) }, (_, index) => copyOf(at + index));
    await storage.write(async (transaction) => await transaction.insert("device", columns, rows));
  }
}
