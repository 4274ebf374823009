import {
  createInventory,
  definePlugin,
  type Inventory,
  KeyRing,
  type OpenStorage,
  provide,
  SECRETS,
  type Secrets,
  serviceToken,
  type Storage,
  STORAGE,
  SYSTEM,
  type WritePath,
  WRITES,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { KEYS } from "../audit/audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const COLUMN = { table: "vault", column: "secret" } as const;

/** What a plugin with an encrypted column does. */
class Vault {
  readonly secrets: Secrets;
  readonly writes: WritePath;
  readonly storage: OpenStorage;

  constructor(secrets: Secrets, writes: WritePath, storage: OpenStorage) {
    this.secrets = secrets;
    this.writes = writes;
    this.storage = storage;
  }

  async put(id: string, text: string): Promise<void> {
    const stored = this.secrets.encrypt(COLUMN, id, text);
    await this.writes.run({ principal: SYSTEM, source: "test" }, async (change) => {
      await change.lock({ on: "record", table: "vault", id });
      await change.exec("insert into vault (id, secret) values (?, ?) on conflict (id) do update set secret = excluded.secret", [
        id,
        stored,
      ]);
    });
  }

  async stored(id: string): Promise<string> {
    return (await this.storage.read.get<{ secret: string }>("select secret from vault where id = ?", [id]))?.secret ?? "";
  }

  async get(id: string): Promise<string> {
    return this.secrets.decrypt(COLUMN, id, await this.stored(id));
  }
}

const VAULT = serviceToken<Vault>("test-vault");

const statements = ["create table vault (id text not null primary key, secret text)"];

const vaultPlugin = definePlugin({
  id: "vault",
  engine: "*",
  model: {
    entities: [],
    migrations: {
      sqlite: [{ name: "vault/0001", statements }],
      postgresql: [{ name: "vault/0001", statements: [statements[0]?.replace("text not null", `text collate "C" not null`) ?? ""] }],
    },
  },
  encryptedColumns: [COLUMN],
  services: [provide(VAULT, [SECRETS, WRITES, STORAGE], (secrets, writes, storage) => new Vault(secrets, writes, storage))],
});

async function open(storage: Storage, ...keys: string[]): Promise<{ inventory: Inventory; vault: Vault }> {
  const ring = keys.length === 0 ? {} : { keyRing: KeyRing.parse(keys.join(",")) };
  const inventory = await createInventory({ storage, clock: new FakeClock(), plugins: [vaultPlugin], ...ring });
  return { inventory, vault: inventory.host.get(VAULT) };
}

describe.each(DATABASES)("encrypted fields on %s", (_, place) => {
  it("are stored so that they can be read in their place only", async () => {
    await using at = await place();
    const { inventory, vault } = await open(at.storage(), KEYS[0]);
    await using _host = inventory;
    await vault.put("a", "grüße, s3cret");
    await vault.put("b", "");
    expect(await vault.stored("a")).toMatch(/^v1\.[0-9a-f]{16}\.[\w-]+$/);
    expect(await vault.stored("a")).not.toContain("s3cret");
    expect([await vault.get("a"), await vault.get("b")]).toEqual(["grüße, s3cret", ""]);
    const stored = await vault.stored("a");
    await vault.put("a", "grüße, s3cret");
    expect(await vault.stored("a")).not.toBe(stored);
    const secrets = inventory.host.get(SECRETS);
    for (const damaged of [stored.slice(0, -1) + (stored.endsWith("A") ? "Q" : "A"), "v1.0123456789abcdef.AAAA", "plain", ""]) {
      expect(() => secrets.decrypt(COLUMN, "a", damaged)).toThrow(expect.objectContaining({ code: "SECRET_DAMAGED" }));
    }
    expect(() => secrets.decrypt(COLUMN, "b", stored)).toThrow(expect.objectContaining({ code: "SECRET_DAMAGED" }));
    expect(() => secrets.encrypt({ table: "vault", column: "other" }, "a", "x")).toThrow(/encryptedColumns/);
  });

  it("are not rotated while a plugin with some is not loaded", async () => {
    await using at = await place();
    await (await open(at.storage(), KEYS[0])).inventory.close();
    await using without = await createInventory({ storage: at.storage(), keyRing: KeyRing.parse(KEYS.join(",")) });
    await expect(without.rotateSecrets()).rejects.toMatchObject({
      code: "PLUGIN_NOT_LOADED",
      details: { plugin: "vault", has: "encrypted columns" },
      message: expect.stringContaining("add the plugin vault to plugins"),
    });
  });

  it("are rotated to the newest key, after which the older one may go", async () => {
    await using at = await place();
    {
      const { inventory, vault } = await open(at.storage(), KEYS[1]);
      await using _host = inventory;
      for (let index = 0; index < 450; index += 1) await vault.put(`id-${index}`, `text ${index}`);
    }
    {
      const { inventory, vault } = await open(at.storage(), KEYS[0], KEYS[1]);
      await using _host = inventory;
      await vault.put("new", "of the new key");
      const keyId = KeyRing.parse(KEYS[0]).newest;
      expect(await inventory.rotateSecrets()).toEqual({ keyId, rotated: { "vault.secret": 450 } });
      expect(await inventory.rotateSecrets()).toEqual({ keyId, rotated: { "vault.secret": 0 } });
      expect((await inventory.audit.list({ action: "rotate" }))[1]).toMatchObject({
        resource: "secrets",
        changes: { after: { key_id: keyId, rotated: { "vault.secret": 450 } } },
      });
    }
    const { inventory, vault } = await open(at.storage(), KEYS[0]);
    await using _host = inventory;
    expect([await vault.get("id-0"), await vault.get("id-449"), await vault.get("new")]).toEqual(["text 0", "text 449", "of the new key"]);
  });

  it("stop the start when their key is not there, and it is named", async () => {
    await using at = await place();
    {
      const { inventory, vault } = await open(at.storage(), KEYS[1]);
      await using _host = inventory;
      await vault.put("a", "x");
    }
    const id = KeyRing.parse(KEYS[1]).newest;
    await expect(open(at.storage(), KEYS[0])).rejects.toMatchObject({
      cause: { code: "ENCRYPTION_KEY_UNKNOWN", details: { keyId: id }, message: expect.stringContaining(`under the key ${id}`) },
    });
    await expect(open(at.storage())).rejects.toMatchObject({
      cause: { code: "ENCRYPTION_KEY_MISSING", message: expect.stringContaining(id) },
    });
    const { inventory, vault } = await open(at.storage(), KEYS[0], KEYS[1]);
    await using _host = inventory;
    expect(await vault.get("a")).toBe("x");
  });

  it("are a clear error without keys", async () => {
    await using at = await place();
    const { inventory, vault } = await open(at.storage());
    await using _host = inventory;
    await expect(vault.put("a", "x")).rejects.toMatchObject({
      code: "ENCRYPTION_KEY_MISSING",
      message: expect.stringContaining("openssl rand -base64 32"),
    });
    await expect(inventory.rotateSecrets()).rejects.toMatchObject({ code: "ENCRYPTION_KEY_MISSING" });
  });
});

describe("a key ring", () => {
  const bytes = Buffer.from(KEYS[0], "base64");

  it("reads base64, base64url and hex alike", () => {
    const ids = [
      KEYS[0],
      ` ${KEYS[0].replace("=", "")} `,
      bytes.toString("base64url"),
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
    ].map((text) => KeyRing.parse(text).newest);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(KeyRing.parse(KEYS.join(",")).ids).toHaveLength(3);
    expect(KeyRing.parse(KeyRing.generate()).newest).not.toBe(KeyRing.parse(KeyRing.generate()).newest);
  });

  it.each([
    ["nothing", "", 1],
    ["a password", "correct horse battery staple", 1],
    ["31 bytes", bytes.subarray(1).toString("base64"), 1],
    ["a character too many", `${KEYS[0]}A`, 1],
    ["bits past its end", `${KEYS[0].slice(0, 42)}${KEYS[0][42] === "B" ? "C" : "B"}=`.replace(/.=$/, "B="), 1],
    ["zeros", "0".repeat(64), 1],
    ["a key twice", `${KEYS[0]},${bytes.toString("hex")}`, 2],
    ["nothing after a comma", `${KEYS[0]},`, 2],
  ])("refuses %s, without repeating it", (_, text, position) => {
    let error: unknown;
    try {
      KeyRing.parse(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ code: "ENCRYPTION_KEY_INVALID", details: { position }, message: expect.stringContaining("openssl") });
    expect(text.length > 20 && (error as Error).message.includes(text.slice(0, 20))).toBe(false);
  });
});
