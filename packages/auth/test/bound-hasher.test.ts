import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { ANONYMOUS, createInventory, provide, STORAGE } from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { ADMINISTRATION, authPlugin, PASSWORD_HASHER, type PasswordHasher } from "../src/index.ts";
import { Login } from "../src/sessions/session.ts";
import { SESSIONS } from "../src/sessions/session-service.ts";

/** scrypt with small costs, in place of bcrypt. */
const scrypt: PasswordHasher = {
  hash: async (password) => {
    const salt = randomBytes(16).toString("hex");
    return `scrypt:${salt}:${scryptSync(password, salt, 32, { N: 16 }).toString("hex")}`;
  },
  matches: async (password, hash = `scrypt:00:${"00".repeat(32)}`) => {
    const [, salt = "", digest = ""] = hash.split(":");
    return timingSafeEqual(scryptSync(password, salt, 32, { N: 16 }), Buffer.from(digest, "hex"));
  },
  replacementOf: async () => undefined,
};

it("takes the hasher that an application binds, for everything that sets or checks a password", async () => {
  await using inventory = await createInventory({
    storage: sqlite(":memory:"),
    plugins: [authPlugin()],
    bind: [provide(PASSWORD_HASHER, [], () => scrypt)],
  });
  const administration = inventory.host.get(ADMINISTRATION);
  await administration.createUser({ username: "ada", password: "correct horse battery" }, ["viewer"]);
  const rows = async (): Promise<string[]> =>
    (await inventory.host.get(STORAGE).read.all<{ password_hash: string }>("select password_hash from auth_user")).map(
      ({ password_hash: hash }) => hash,
    );
  const [first] = await rows();
  expect(first).toMatch(/^scrypt:/);
  const signIn = async (password: string): Promise<unknown> =>
    await inventory.host.get(SESSIONS).login(draftOf(Login, { username: "ada", password }), { principal: ANONYMOUS, source: "http" });
  await expect(signIn("correct horse battery")).resolves.toMatchObject({ user: { username: "ada" } });
  await expect(signIn("correct horse batterz")).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  await administration.resetPassword("ada", "another horse battery", false);
  expect(await rows()).not.toContain(first);
  await expect(signIn("another horse battery")).resolves.toMatchObject({ user: { username: "ada" } });
});
