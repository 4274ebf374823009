import { countStatements } from "@cadastre/testing";
import { findValkey, startValkey, type ValkeyServer } from "../../../testing/servers/valkey-server.ts";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN, codeOf, errorOf, signIn, startHost, startWithAdmin } from "./support/auth-host.ts";
import { runSessionStoreCase, sessionStoreCases } from "./support/session-store-cases.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

const KINDS = ["database", "memory", "valkey"] as const;
const given = process.env["TEST_VALKEY_URL"];
const binary = findValkey();
const hasValkey = given !== undefined || binary !== undefined;
const CASES = Object.keys(sessionStoreCases);
if (!hasValkey)
  console.info(
    `${(CASES.length + 1) * STORAGES.length + 2} tests of sessions in Valkey are skipped: there is no valkey-server or redis-server ` +
      `on the PATH, and no TEST_VALKEY_URL`,
  );

describe.each(STORAGES)("session stores on %s", (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase(dialect);
  });
  afterEach(async () => await database.drop());

  describe.each(KINDS)("%s", (kind) => {
    let server: ValkeyServer | undefined;
    beforeAll(async () => {
      if (kind === "valkey" && given === undefined && binary !== undefined) server = await startValkey(binary);
    });
    afterAll(async () => await server?.stop());

    it.skipIf(kind === "valkey" && !hasValkey)("costs one statement a request", async () => {
      const counted = countStatements(database.open());
      const valkeyUrl = given ?? server?.url;
      const auth = await startWithAdmin(
        { ...database, open: () => counted.storage },
        { sessionStore: kind, ...(valkeyUrl === undefined ? {} : { valkeyUrl }) },
      );
      counted.reset();
      await auth.authenticate(auth.admin);
      expect(counted.count()).toBe(1);
      await auth.close();
    });

    it.skipIf(kind === "valkey" && !hasValkey).each(CASES)("%s", async (name) => {
      const valkeyUrl = given ?? server?.url;
      await runSessionStoreCase(name, {
        database,
        shared: kind !== "memory",
        options: { sessionStore: kind, ...(valkeyUrl === undefined ? {} : { valkeyUrl }) },
      });
    });
  });
});

describe("sessions in Valkey", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase("sqlite");
  });
  afterEach(async () => await database.drop());

  it("stop the start when the server cannot be reached, and say what to do without a password", async () => {
    const failure = await startHost(database, { sessionStore: "valkey", valkeyUrl: "redis://user:topsecret@127.0.0.1:1/0" }).catch(
      (error: unknown) => error,
    );
    const { cause } = failure as { cause: Error };
    expect(cause).toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringMatching(/^the session store at 127\.0\.0\.1:1 is unreachable .*VALKEY_URL/),
    });
    expect(cause.message).not.toContain("topsecret");
  });

  it("need a URL", async () => {
    await expect(startHost(database, { sessionStore: "valkey" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { valkeyUrl: { message: "is required when sessionStore is valkey" } },
    });
  });

  it.skipIf(binary === undefined)(
    "are unavailable while the server is away, and keys are not; then they are back by themselves",
    async () => {
      const server = await startValkey(binary as string);
      const auth = await startWithAdmin(database, { sessionStore: "valkey", valkeyUrl: server.url });
      try {
        const { body } = await auth.call("POST /api/keys", { name: "k" }, auth.admin);
        await server.stop();
        await expect.poll(async () => await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAVAILABLE");
        expect(await errorOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toMatchObject({
          kind: "unavailable",
          retryAfterSeconds: 2,
        });
        expect(await codeOf(auth.call("POST /api/auth/login", { username: "root", password: ADMIN.password }))).toBe("UNAVAILABLE");
        expect(await codeOf(auth.call("POST /api/auth/logout", undefined, auth.admin))).toBe("UNAVAILABLE");
        expect((await auth.call("GET /api/auth/me", undefined, { authorization: `Bearer ${body.key}` })).body.username).toBe("root");
        await server.start();
        // Its data is gone with the process, so the session is too; signing in works again.
        await expect
          .poll(
            async () =>
              await signIn(auth, "root").then(
                () => "back",
                () => "away",
              ),
          )
          .toBe("back");
        expect(await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAUTHORIZED");
      } finally {
        await auth.close();
        await server.stop();
      }
    },
  );

  it.skipIf(!hasValkey)("keep only the hash of the token, no longer than the session lives, and believe no rubbish", async () => {
    const server = given === undefined ? await startValkey(binary as string) : undefined;
    const url = given ?? (server as ValkeyServer).url;
    const client = new Redis(url);
    const auth = await startWithAdmin(database, { sessionStore: "valkey", valkeyUrl: url });
    try {
      const [key = ""] = await client.keys("cadastre:session:*");
      const token = (auth.admin.cookie as string).split("=")[1] as string;
      expect(key + (await client.get(key))).not.toContain(token);
      expect(await client.pttl(key)).toBeGreaterThan(86_000_000);
      for (const rubbish of ["{", "null", "[]", '{"id":1}', '{"userId":"x"}']) {
        await client.set(key, rubbish);
        expect(await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAUTHORIZED");
      }
    } finally {
      await auth.close();
      client.disconnect();
      await server?.stop();
    }
  });
});
