import { STORAGE } from "@cadastre/inventory-core";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpOptions } from "../../src/index.ts";
import { open, readAll } from "../support/raw-http.ts";
import { type Api, type Headings, startApi } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

/** A list of them is 15 MB or 34, and an export 10 or 22: more than the kernel keeps for both ends of a connection. */
const ROWS = atDepth({ few: 620, many: 1400 });
/** Lists at once, of two callers. */
const LISTS = atDepth({ few: 6, many: 14 });
const DESCRIPTION = "x".repeat(8_000);
const nameOf = (n: number): string => `dc-${String(n).padStart(4, "0")}`;

/** Makes rows by copying one: this is about reading them. */
async function fill(api: Api, table: "datacenter" | "device"): Promise<void> {
  await api.inventory.host.get(STORAGE).write(async (transaction) => {
    const row = (await transaction.get<Record<string, string | number>>(`select * from ${table}`)) as Record<string, string | number>;
    // Numbered by the database.
    const columns = Object.keys(row).filter((column) => column !== "seq");
    const rows = Array.from({ length: ROWS - 1 }, (_, index) => {
      const name = nameOf(index + 1);
      const record = {
        ...(JSON.parse(row["doc"] as string) as object),
        id: `id-${name}`,
        name,
        description: DESCRIPTION,
        location: DESCRIPTION + DESCRIPTION,
      };
      const copy: Record<string, string | number> = {
        ...row,
        id: record.id,
        name,
        name_key: name,
        space: index + 2,
        description: DESCRIPTION,
        doc: JSON.stringify(record),
      };
      return columns.map((column) => copy[column] as string | number);
    });
    await transaction.insert(table, columns, rows);
  });
}

describe.each(STORAGES)("lists that nobody reads, on %s", (storage) => {
  let api: Api;
  let sockets: Socket[];
  beforeEach(() => void (sockets = []));
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  });

  async function start(options: HttpOptions = {}): Promise<void> {
    api = await startApi(storage, 4, { stalledClientMs: 100_000, ...options });
    await api.admin("POST /api/datacenters", { name: nameOf(0) });
    await fill(api, "datacenter");
  }

  /** Asks, and reads nothing of the answer but its beginning. */
  async function unread(
    { authorization }: Headings,
    path = "/api/datacenters",
  ): Promise<{ readonly status: number; readonly head: string; readonly socket: Socket }> {
    const socket = await open(api.url);
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`);
    await new Promise<void>((resolve) => socket.once("readable", resolve).once("close", resolve));
    const head = (socket.read(600) as Buffer | null)?.toString() ?? (socket.read() as Buffer | null)?.toString() ?? "";
    return { status: Number(head.slice(9, 12)), head, socket };
  }

  it("stop no request of others: who they are, reads, lists, writes, readiness", async () => {
    await start();
    const [one, other, victim] = [await api.user("one", "viewer"), await api.user("other", "viewer"), await api.user("victim", "operator")];
    const lists = await Promise.all(
      Array.from({ length: LISTS }, async (_, index) => await unread((index < LISTS / 2 ? one : other).bearer)),
    );
    expect(lists.map(({ status }) => status)).toEqual(Array.from({ length: LISTS }, () => 200));

    const ask = async (route: string, body?: unknown): Promise<number> => (await api.call(route, body, victim.bearer)).status;
    for (let round = 0; round < 3; round += 1) {
      expect(await ask("GET /api/auth/me")).toBe(200);
      expect(await ask(`GET /api/datacenters/id-${nameOf(5)}`)).toBe(200);
      expect(await ask("GET /api/networks")).toBe(200);
      expect(await ask("POST /api/networks", { name: `n${round}`, subnet: `10.${round}.0.0/24` })).toBe(201);
      expect(await ask("GET /readyz")).toBe(200);
      // A long one too, which is read.
      expect(await ask("GET /api/datacenters")).toBe(200);
    }
    // Those who do not read stand in their own way only.
    for (const { bearer } of [one, other]) expect((await api.call("GET /api/networks", undefined, bearer)).body).toHaveLength(3);
    // All of them were open meanwhile, and are whole.
    for (const { socket } of lists) expect(socket.closed).toBe(false);
    const { head, socket } = lists[0] as (typeof lists)[number];
    const rest = readAll(socket);
    socket.resume();
    const { text } = await rest;
    const body = (head + text)
      .split("\r\n\r\n")
      .slice(1)
      .join("\r\n\r\n")
      .replaceAll(/(?:^|\r\n)[\da-f]+\r\n/g, "");
    expect((JSON.parse(body.trim()) as { name: string }[]).map(({ name }) => name)).toEqual(
      Array.from({ length: ROWS }, (_, n) => nameOf(n)),
    );
  });

  it("are bounded for each caller, who is told so, and nobody else is", async () => {
    await start({ lists: { perCaller: 3 } });
    const [greedy, other] = [await api.user("greedy", "viewer"), await api.user("other", "viewer")];
    for (let nth = 0; nth < 3; nth += 1) expect((await unread(greedy.bearer)).status).toBe(200);
    const refused = await api.call("GET /api/datacenters", undefined, greedy.bearer);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      429,
      "RATE_LIMIT_EXCEEDED",
      expect.stringContaining("3 lists"),
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // What fits one page is no list that waits for its reader.
    expect((await api.call("GET /api/networks", undefined, greedy.bearer)).status).toBe(200);
    expect((await unread(other.bearer)).status).toBe(200);
    // Whoever stops reading has their places back.
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await api.call("GET /api/datacenters", undefined, greedy.bearer)).status).toBe(200);
  });

  it("are bounded in all", async () => {
    await start({ lists: { perCaller: 2, total: 3 } });
    const users = [await api.user("a", "viewer"), await api.user("b", "viewer"), await api.user("c", "viewer")];
    for (const nth of [0, 0, 1]) expect((await unread(users[nth]?.bearer as Headings)).status).toBe(200);
    const refused = await api.call("GET /api/datacenters", undefined, users[2]?.bearer);
    expect([refused.status, refused.body.code]).toEqual([503, "UNAVAILABLE"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await api.call("GET /api/networks", undefined, users[2]?.bearer)).status).toBe(200);
  });

  it("are bounded as files too", async () => {
    await start({ lists: { perCaller: 2 } });
    await api.admin("POST /api/devices", { name: nameOf(0), addresses: [{ ip: "10.9.0.1" }] });
    const { bearer } = await api.user("scraper", "viewer");
    const file = "/api/export/ansible";
    expect(
      (await api.call(`GET ${file}`, undefined, { ...bearer, "accept-encoding": "identity" })).headers.get("content-length"),
    ).not.toBeNull();
    await fill(api, "device");
    for (let nth = 0; nth < 2; nth += 1) expect((await unread(bearer, file)).status).toBe(200);
    expect((await api.call(`GET ${file}`, undefined, bearer)).status).toBe(429);
    expect((await api.call("GET /api/datacenters", undefined, bearer)).status).toBe(429);
    expect((await api.admin(`GET ${file}`)).status).toBe(200);
  });
});
