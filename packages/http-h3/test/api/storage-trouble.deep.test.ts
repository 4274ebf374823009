import { createInventory, type Inventory, type InventoryOptions, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import Database from "better-sqlite3";
import { spawnSync } from "node:child_process";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { httpPlugin } from "../../src/index.ts";
import { rolesPlugin } from "./api-server.ts";

let folder: string;
let cleanUps: (() => Promise<void> | void)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-trouble-"));
  cleanUps = [async () => await rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function serve(storage: Storage, options: Pick<InventoryOptions, "writeWaitMs"> = {}) {
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
  const plugins = [rolesPlugin(() => inventory.host.permissions), http];
  const inventory: Inventory = await createInventory({ storage, plugins, ...options });
  cleanUps.push(async () => await inventory.close());
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${http.server.url}${path}`, {
      method,
      headers: { authorization: "Bearer admin", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    create: async (name: string) => await call("POST", "/api/datacenters", { name }),
    list: async () => await call("GET", "/api/datacenters"),
    ready: async () => (await call("GET", "/readyz")).status,
  };
}

const unavailable = { status: 503, retryAfter: expect.stringMatching(/^[1-9]/), body: { code: "UNAVAILABLE", error: expect.any(String) } };

/** Mounts a file system of its own over the folder; false where that is not allowed. */
function mount(size: string): boolean {
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status !== 0) return false;
  cleanUps.push(() => void spawnSync("umount", [folder]));
  return true;
}

describe("a SQLite database in trouble", () => {
  it("answers 503 while another process holds the lock, and goes on after", async () => {
    const file = join(folder, "inventory.db");
    const api = await serve(sqlite(file), { writeWaitMs: 100 });
    const other = new Database(file);
    other.exec("begin immediate");
    expect(await api.create("locked out")).toEqual({
      ...unavailable,
      body: { code: "BUSY", error: expect.stringContaining("nothing was written") },
    });
    expect((await api.list()).body).toEqual([]);
    other.exec("commit");
    other.close();
    expect((await api.create("free again")).status).toBe(201);
    expect((await api.list()).body).toHaveLength(1);
  });

  it("waits for a lock that is short", async () => {
    const file = join(folder, "inventory.db");
    const api = await serve(sqlite(file));
    const other = new Database(file);
    other.exec("begin immediate");
    const waiting = api.create("patient");
    setTimeout(() => other.exec("commit"), 60);
    expect((await waiting).status).toBe(201);
    other.close();
  });

  it("answers 503 while the file is away, and goes on when it is back", async () => {
    const file = join(folder, "inventory.db");
    const api = await serve(sqlite(file));
    await api.create("before");
    await rename(file, `${file}.away`);
    expect(await api.create("lost")).toEqual(unavailable);
    expect(await api.ready()).toBe(503);
    await rename(`${file}.away`, file);
    expect((await api.create("after")).status).toBe(201);
    expect((await api.list()).body.map(({ name }: { name: string }) => name)).toEqual(["after", "before"]);
  });

  it("answers 503 while the disk is full, writes nothing by half, and goes on with space", async (context) => {
    if (!mount("3m")) context.skip("no right to mount a file system");
    const api = await serve(sqlite(join(folder, "inventory.db")));
    await api.create("first");
    const fill = spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "filler")}`, "bs=4k"], { encoding: "utf8" });
    expect(fill.stderr).toContain("No space");
    let stored = 1;
    let reply = await api.create("x");
    for (; reply.status === 201 && stored < 2000; reply = await api.create("x")) stored += 1;
    expect(reply).toEqual(unavailable);
    expect((await api.list()).body).toHaveLength(stored);
    await rm(join(folder, "filler"));
    expect((await api.create("space again")).status).toBe(201);
    expect((await api.list()).body).toHaveLength(stored + 1);
  });

  it("says so when it is started on a read-only file system", async (context) => {
    if (!mount("16m")) context.skip("no right to mount a file system");
    const file = join(folder, "inventory.db");
    await (await createInventory({ storage: sqlite(file) })).close();
    expect(spawnSync("mount", ["-o", "remount,ro", folder]).status).toBe(0);
    await expect(createInventory({ storage: sqlite(file) })).rejects.toMatchObject({
      code: "DATABASE_NOT_OPENED",
      message: expect.stringContaining("writable"),
    });
    expect(spawnSync("mount", ["-o", "remount,rw", folder]).status).toBe(0);
    await (await createInventory({ storage: sqlite(file) })).close();
  });

  it("refuses to start on a file that is no database", async () => {
    const file = join(folder, "notes.txt");
    spawnSync("sh", ["-c", `yes "this is no database" | head -c 8192 > ${file}`]);
    await expect(createInventory({ storage: sqlite(file) })).rejects.toMatchObject({ code: "DATABASE_NOT_OPENED" });
  });
});

describe("a PostgreSQL database in trouble", () => {
  it("answers 503 while it is gone, and goes on by itself", async () => {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const relay = await startRelay(database.url);
    const api = await serve(postgresql(relay.url));
    await api.create("before");
    relay.cut();
    expect(await api.create("lost")).toEqual(unavailable);
    expect(await api.list()).toEqual(unavailable);
    expect(await api.ready()).toBe(503);
    await relay.mend();
    expect((await api.create("after")).status).toBe(201);
    expect((await api.list()).body.map(({ name }: { name: string }) => name)).toEqual(["after", "before"]);
    for (const cleanUp of cleanUps.splice(1).toReversed()) await cleanUp();
    relay.cut();
  });
});

/** A socket between the client and the server that can be cut. */
async function startRelay(databaseUrl: string): Promise<{ url: string; cut(): void; mend(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const host = target.searchParams.get("host");
  const socketPath = `/.s.PGSQL.${target.searchParams.get("port") ?? "5432"}`;
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const mend = async (): Promise<void> => {
    server = createServer((client) => {
      const upstream = host === null ? connect(Number(target.port || 5432), target.hostname) : connect(host + socketPath);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server?.listen(join(folder, ".s.PGSQL.5432"), resolve));
  };
  await mend();
  const url = new URL(databaseUrl);
  url.searchParams.set("host", folder);
  url.searchParams.set("port", "5432");
  return {
    url: url.href,
    cut: () => {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
    mend,
  };
}
