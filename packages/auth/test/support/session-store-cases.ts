import { STORAGE, WRITES, SYSTEM } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, vi } from "vitest";
import { SESSIONS } from "../../src/sessions/session-service.ts";
import { type Recording, SESSION_STORE, type Session } from "../../src/sessions/session-store.ts";
import { SESSION_USES } from "../../src/storage/usage-recorder.ts";
import { ADMIN, type Answer, type AuthHost, codeOf, cookieOf, newUser, PASSWORD, type Shown, signIn, startHost } from "./auth-host.ts";
import type { AuthOptions } from "../../src/index.ts";
import type { TestDatabase } from "./storages.ts";

/** A store under test: the options that choose it, and an empty database. */
export interface StoreUnderTest {
  readonly options: Partial<AuthOptions>;
  readonly database: TestDatabase;
  /** Hosts find each other's sessions. */
  readonly shared: boolean;
}

type Started = AuthHost & { readonly admin: Shown };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What every store does, each with a host of its own. */
export const sessionStoreCases: Readonly<Record<string, (auth: Started, store: StoreUnderTest) => Promise<void>>> = {
  async "know a session until it is signed out of, and no other"(auth) {
    const other = await signIn(auth, "root");
    expect((await me(auth, auth.admin)).body.username).toBe("root");
    await auth.call("POST /api/auth/logout", undefined, auth.admin);
    expect(await codeOf(me(auth, auth.admin))).toBe("UNAUTHORIZED");
    await me(auth, other);
  },

  async "give a new token at each sign-in and end the session that it came with"(auth) {
    const answer = await auth.call("POST /api/auth/login", { username: "root", password: PASSWORD }, auth.admin);
    expect(cookieOf(answer)).not.toBe(auth.admin.cookie);
    expect(await codeOf(me(auth, auth.admin))).toBe("UNAUTHORIZED");
    await me(auth, { cookie: cookieOf(answer) });
  },

  async "refuse tokens that nobody gave out"(auth) {
    for (const token of ["", "forged", "x".repeat(43), "../../etc", "a\u0000b"]) {
      expect(await codeOf(me(auth, { cookie: `__Host-service_session=${token}` }))).toBe("UNAUTHORIZED");
    }
  },

  async "see roles and deactivation at the next request"(auth) {
    const ann = await newUser(auth, "ann");
    expect(await codeOf(auth.call("GET /api/datacenters", undefined, ann.shown))).toBe("FORBIDDEN");
    await auth.call("POST /api/users/grant-role", { user_id: ann.id, role: "viewer" }, auth.admin);
    await auth.call("GET /api/datacenters", undefined, ann.shown);
    await auth.call("POST /api/users/revoke-role", { user_id: ann.id, role: "viewer" }, auth.admin);
    expect(await codeOf(auth.call("GET /api/datacenters", undefined, ann.shown))).toBe("FORBIDDEN");
    await execute(auth, "update auth_user set is_active = 0 where id = ?", ann.id);
    expect(await codeOf(me(auth, ann.shown))).toBe("UNAUTHORIZED");
    await execute(auth, "delete from auth_user where id = ?", ann.id);
    expect(await codeOf(me(auth, ann.shown))).toBe("UNAUTHORIZED");
  },

  async "end all sessions of a user with the transaction that asks for it"(auth) {
    const ann = await newUser(auth, "ann");
    const again = await signIn(auth, "ann");
    await expect(endAll(auth, ann.id, "and fail")).rejects.toThrow("and fail");
    await me(auth, ann.shown);
    await endAll(auth, ann.id);
    for (const shown of [ann.shown, again]) expect(await codeOf(me(auth, shown))).toBe("UNAUTHORIZED");
    await me(auth, auth.admin);
    await me(auth, await signIn(auth, "ann"));
    await endAll(auth, ann.id);
    await me(auth, await signIn(auth, "ann"));
  },

  async "end with the deactivation of the user, and do not come back"(auth) {
    const ann = await newUser(auth, "ann");
    const again = await signIn(auth, "ann");
    await auth.call(`PUT /api/users/${ann.id}`, { is_active: false }, auth.admin);
    await auth.call(`PUT /api/users/${ann.id}`, { is_active: true }, auth.admin);
    for (const shown of [ann.shown, again]) expect(await codeOf(me(auth, shown))).toBe("UNAUTHORIZED");
    await me(auth, await signIn(auth, "ann"));
    await me(auth, auth.admin);
  },

  async "have over before it begins a session of a password that changed meanwhile"(auth) {
    const store = auth.host.get(SESSION_STORE);
    const begun = await sessionOf(auth, "late");
    await endAll(auth, begun.userId);
    await store.add(begun, undefined, recording(auth));
    const found = await store.find(begun.tokenHash);
    expect([found?.session.epoch, found?.user?.epoch]).toEqual([0, 1]);
  },

  async "keep nothing of a sign-in that could not be recorded"(auth) {
    const store = auth.host.get(SESSION_STORE);
    const session = await sessionOf(auth, "lost");
    await expect(store.add(session, undefined, () => Promise.reject(new Error("no record")))).rejects.toThrow("no record");
    expect(await store.find(session.tokenHash)).toBeUndefined();
  },

  async "let a session live on while it is used, written at most once a minute, and never past its greatest age"(auth) {
    await auth.clock.advance(MINUTE - 1);
    expect((await me(auth, auth.admin)).cookies).toEqual([]);
    await auth.clock.advance(1);
    expect((await me(auth, auth.admin)).cookies[0]).toContain(`${auth.admin.cookie}; Max-Age=86400`);
    await settled(auth);
    expect((await me(auth, auth.admin)).cookies).toEqual([]);
    for (let day = 1; day < 3; day += 1) {
      await auth.clock.advance(DAY - 2 * MINUTE);
      await me(auth, auth.admin);
      await settled(auth);
    }
    // Three days at most: what is left is less than a day.
    await auth.clock.advance(DAY - 2 * MINUTE);
    expect((await me(auth, auth.admin)).cookies[0]).toMatch(/; Max-Age=210;/);
    await settled(auth);
    await auth.clock.advance(3 * MINUTE);
    expect(await codeOf(me(auth, auth.admin))).toBe("UNAUTHORIZED");
  },

  async "end a session that is not used"(auth) {
    await auth.clock.advance(DAY - 1);
    const kept = await signIn(auth, "root");
    await auth.clock.advance(1);
    expect(await codeOf(me(auth, auth.admin))).toBe("UNAUTHORIZED");
    await me(auth, kept);
  },

  async "do not bring back a session that ended while it was used"(auth) {
    const store = auth.host.get(SESSION_STORE);
    const session = await sessionOf(auth, "gone");
    await store.add(session, undefined, recording(auth));
    await store.end(session.tokenHash, recording(auth));
    store.prolong({ ...session, lastSeenAt: session.lastSeenAt + MINUTE });
    await settled(auth);
    expect(await store.find(session.tokenHash)).toBeUndefined();
  },

  async "are shared by hosts, or are not"(auth, { options, database, shared }) {
    const other = await startHost(database, options, auth.clock);
    try {
      const seen = me(other, auth.admin);
      expect(shared ? (await seen).body.username : await codeOf(seen)).toBe(shared ? "root" : "UNAUTHORIZED");
      const mine = await signIn(other, "root");
      await endAll(auth, (await me(auth, auth.admin)).body.id as string);
      // The other host hears of it.
      for (const shown of [mine, auth.admin])
        await vi.waitFor(async () => expect(await codeOf(me(other, shown))).toBe("UNAUTHORIZED"), { interval: 1 });
    } finally {
      await other.close();
    }
  },
};

/** Runs one case on a host of its own, with an administrator who has signed in. */
export async function runSessionStoreCase(name: string, store: StoreUnderTest): Promise<void> {
  const clock = new FakeClock();
  const auth = await startHost(store.database, { initialAdmin: ADMIN, sessionMaxAgeSeconds: (3 * DAY) / 1000, ...store.options }, clock);
  try {
    await sessionStoreCases[name]?.({ ...auth, admin: await signIn(auth, ADMIN.username) }, store);
  } finally {
    await auth.close();
  }
}

const me = async (auth: AuthHost, shown: Shown): Promise<Answer> => await auth.call("GET /api/auth/me", undefined, shown);

const recording =
  (auth: AuthHost): Recording =>
  async (rows) => {
    await auth.host.get(WRITES).run({ principal: SYSTEM, source: "library" }, async (change) => await rows?.(change));
  };

async function endAll(auth: AuthHost, userId: string, failure?: string): Promise<void> {
  await auth.host.get(WRITES).run({ principal: SYSTEM, source: "library" }, async (change) => {
    await auth.host.get(SESSIONS).endAllOf(change, userId);
    if (failure !== undefined) throw new Error(failure);
  });
}

async function execute(auth: AuthHost, sql: string, id: string): Promise<void> {
  await auth.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, [id]));
}

async function sessionOf(auth: Started, id: string): Promise<Session> {
  const now = auth.clock.now();
  const userId = (await me(auth, auth.admin)).body.id as string;
  return { id, tokenHash: id.padEnd(64, "0"), userId, epoch: 0, createdAt: now, lastSeenAt: now, expiresAt: now + DAY };
}

/** Half a minute later, with what was noted written. */
async function settled(auth: AuthHost): Promise<void> {
  await auth.clock.advance(MINUTE / 2);
  await auth.host.get(SESSION_USES).flush();
}
