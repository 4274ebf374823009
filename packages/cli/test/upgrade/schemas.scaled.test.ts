import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Inventory, KeyRing, type Plugin, type Storage, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import type { RecordServices } from "@cadastre/inventory-core/records";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type Circuit, circuitsPlugin } from "../../../../examples/records/src/circuits.ts";
import { fillInventory } from "./support/fill-inventory.ts";
import { loadPostgresql } from "./support/postgresql-dump.ts";
import { currentMigrations, type DatabaseManifest, readDatabase, readManifest, schemaNames } from "./support/schema-fixture.ts";
import { ENCRYPTION_KEY, openWorld, type World } from "./support/world.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** Of a list; an object has none. */
const lengthOf = (body: unknown): number | undefined => (Array.isArray(body) ? body.length : undefined);

interface Role {
  readonly id: string;
  readonly is_system: boolean;
  readonly permissions: readonly { readonly name: string }[];
}

/** The roles of then with what they held: a later version may give the built-in ones more, and have more of these. */
const withoutGained = (now: readonly Role[], then: readonly Role[]): Role[] =>
  now.flatMap((role) => {
    const before = then.find(({ id }) => id === role.id);
    if (before === undefined && role.is_system) return [];
    const held = new Set(before?.permissions.map(({ name }) => name));
    return { ...role, permissions: role.permissions.filter(({ name }) => held.has(name)) };
  });

// A folder each: made by the code of the release that had the schema.
describe.each(await schemaNames())("a database of the schema %s", (schema) => {
  describe.each(STORAGES)("on %s", (dialect) => {
    const stack: (() => Promise<unknown>)[] = [];
    let expected: DatabaseManifest;
    let storage: () => Storage;
    beforeEach(async () => {
      expected = (await readManifest(schema)).databases[dialect];
      storage = dialect === "sqlite" ? await restoreSqlite() : await restorePostgresql();
    });
    afterEach(async () => {
      for (const end of stack.splice(0).toReversed()) await end();
    });

    const restoreSqlite = async (): Promise<() => Storage> => {
      const folder = await mkdtemp(join(tmpdir(), "cadastre-schema-"));
      stack.push(async () => await rm(folder, { recursive: true, force: true }));
      const file = join(folder, "inventory.db");
      await writeFile(file, await readDatabase(schema, "sqlite"));
      return () => sqlite(file);
    };
    const restorePostgresql = async (): Promise<() => Storage> => {
      const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
      stack.push(async () => await database[Symbol.asyncDispose]());
      await loadPostgresql(database.url, (await readDatabase(schema, "postgresql")).toString());
      return () => postgresql(database.url);
    };
    /** The engine on it, as of when it was made: sessions and allocations of then have not ended. */
    const open = async (plugins: readonly Plugin[] = []): Promise<World> => {
      const world = await openWorld(storage(), { clock: new FakeClock(expected.made_at), deliver: false, plugins });
      stack.push(async () => await world.close());
      return world;
    };

    it("has the migrations, the records that it was made with", async () => {
      const world = await open();
      const { migrations } = await readManifest(schema);
      const applied = (await world.inventory.host.get(STORAGE).migrations?.())?.map(({ name }) => name);
      expect(applied?.toSorted()).toEqual([...new Set([...migrations[dialect], ...currentMigrations(dialect)])].toSorted());
      const bearer = { authorization: `Bearer ${expected.api_key}` };
      for (const [route, answer] of Object.entries(expected.answers)) {
        const now = await world.call(route, undefined, bearer);
        expect(now.status, route).toBe(200);
        const body = route === "GET /api/roles" ? withoutGained(now.body as unknown as Role[], answer as Role[]) : now.body;
        expect(body, route).toMatchObject(answer as object);
        expect(lengthOf(body), route).toBe(lengthOf(answer));
      }
      expect(await world.inventory.verify()).toMatchObject({ count: 0 });
      expect(await world.inventory.verifyAudit()).toMatchObject({ count: 0 });
    });

    it("has a datacenter that names no space in a private one, as ever", async () => {
      const { networks, datacenters, spaces, ...world } = (await open()).inventory;
      const berlin = (await datacenters.list({ name: "Berlin" }))[0]?.id ?? "";
      const inSpace = async (id: string): Promise<string[]> => (await networks.list({ space_id: id })).map(({ name }) => name);
      expect(await datacenters.get(berlin)).toMatchObject({ space_id: null });
      expect(await inSpace(berlin)).toEqual(["floor", "office", "six"]);
      expect(await inSpace("none")).toEqual(["elsewhere", "lab"]);
      const { id } = await spaces.create({ name: "shared" });
      await datacenters.update(berlin, { space_id: id });
      expect([await inSpace(berlin), await inSpace(id)]).toEqual([[], ["floor", "office", "six"]]);
      expect(await world.verify()).toMatchObject({ count: 0 });
    });

    it("takes records of every kind, and reads the secrets that it was made with", async () => {
      const world = await openWorld(storage(), { deliver: true, keys: `${KeyRing.generate()},${ENCRYPTION_KEY}` });
      stack.push(async () => await world.close());
      const { rotated } = await world.inventory.rotateSecrets();
      // What is written under another key was read under that of then.
      expect(rotated).toMatchObject({ "webhook.secret": 1, "webhook.headers": 1 });
      await fillInventory(world, ".later");
      expect(await world.inventory.verify()).toMatchObject({ count: 0 });
      expect(await world.inventory.verifyAudit()).toMatchObject({ count: 0 });
    });

    it("takes VLANs and records of a plugin, which hosts without the plugin or without declared kinds cannot orphan", async () => {
      const first = (await open([circuitsPlugin()])).inventory as Inventory & RecordServices<typeof Circuit>;
      const place = async (name: string): Promise<string> => (await first.datacenters.create({ name })).id;
      const [ofCircuit, ofGroup] = [await place("of a circuit"), await place("of a group")];
      const circuit = await first.circuits.create({ name: "C-1", provider: "Acme", datacenter_id: ofCircuit });
      const group = await first.vlanGroups.create({ name: "office", datacenter_id: ofGroup });
      const vlan = await first.vlans.create({ vid: 10, name: "printers", group_id: group.id });
      const network = await first.networks.create({ name: "printers", subnet: "10.99.0.0/24", vlan: vlan.id });
      await first.close();

      const { inventory: without } = await open();
      const refusal = { code: "CONFLICT", details: { referring: { kind: "circuit", count: 1, plugin: "circuits" } } };
      await expect(without.datacenters.delete(ofCircuit)).rejects.toMatchObject(refusal);
      // Programs of earlier versions know no shapes: the foreign keys refuse.
      for (const id of [ofCircuit, ofGroup]) {
        const deletion = without.host
          .get(STORAGE)
          .write(async (transaction) => await transaction.exec("delete from datacenter where id = ?", [id]), {});
        await expect(deletion).rejects.toMatchObject({ code: "CONFLICT" });
      }
      await without.networks.update(network.id, { description: "changed" });
      expect(await without.verify()).toMatchObject({ count: 0 });
      await without.close();

      const again = (await open([circuitsPlugin()])).inventory as typeof first;
      expect(await again.circuits.list()).toEqual([circuit]);
      expect(await again.vlanGroups.list()).toEqual([group]);
      expect(await again.vlans.list()).toEqual([vlan]);
      expect(await again.networks.get(network.id)).toMatchObject({ vlan: vlan.id, vlan_id: 10, description: "changed" });
      expect(await again.verify()).toMatchObject({ count: 0 });
    });

    it("lets in who was let in: by password, key and session", async () => {
      const world = await open();
      const me = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
        (await world.call("GET /api/auth/me", undefined, headers)).body;
      const session = await world.signIn();
      for (const headers of [session, { cookie: expected.cookie }, { authorization: `Bearer ${expected.api_key}` }])
        expect(JSON.stringify(await me(headers))).toContain('"root"');
      await expect(world.signIn("another password")).rejects.toThrow("401");
      expect((await world.call("GET /api/auth/me", undefined, { authorization: `Bearer ${expected.api_key}x` })).status).toBe(401);
    });
  });
});
