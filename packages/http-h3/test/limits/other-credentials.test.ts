import type { Credential, Principal } from "@cadastre/inventory-core";
import { acceptsCredential } from "@cadastre/inventory-core/protocol";
import { expect, it } from "vitest";
import { callerKeyOf, isCountedApart, isKnown, requestKeyOf } from "../../src/limits/caller.ts";
import { checkCsrf } from "../../src/request/csrf.ts";
import type { Exchange } from "../../src/request/exchange.ts";

// An authenticator of a kind that nothing of ours knows: what follows from it is what it says of itself.

const PLAIN: Credential = {
  kind: "client-certificate",
  name: "a client certificate",
  ambient: false,
  delegated: false,
  countedApart: false,
};

const by = (credential: Partial<Credential>, userId: string | null = "u1"): Principal => ({
  kind: "user",
  userId,
  username: "ada",
  permissions: new Set(),
  credential: { ...PLAIN, ...credential },
  credentialId: "c1",
});

const exchange = (isSafe: boolean): Exchange => ({ isSafe, viaTrustedProxy: false, header: () => undefined }) as unknown as Exchange;

it("needs the header of pages only where browsers send it by themselves", () => {
  expect(() => checkCsrf(exchange(false), by({ ambient: true }))).toThrow(
    "a change made with a client certificate needs the header X-Requested-With",
  );
  expect(() => checkCsrf(exchange(true), by({ ambient: true }))).not.toThrow();
  expect(() => checkCsrf(exchange(false), by({}))).not.toThrow();
});

it("is counted apart from its user's other requests only where it says so", () => {
  expect(requestKeyOf(by({}))).toBe("user:u1");
  expect(isCountedApart(requestKeyOf(by({})))).toBe(false);
  expect(isCountedApart(requestKeyOf(by({ countedApart: true })))).toBe(true);
  expect(callerKeyOf(by({ countedApart: true }))).toBe("user:u1");
  expect(callerKeyOf(by({}, null))).toBe("client-certificate:c1");
  expect(isKnown(by({}))).toBe(true);
});

it("opens what is not delegable unless it was given for a task", () => {
  expect(acceptsCredential({ delegable: false }, by({}))).toBe(true);
  expect(acceptsCredential({ delegable: false }, by({ delegated: true }))).toBe(false);
  expect(acceptsCredential({}, by({ delegated: true }))).toBe(true);
});
