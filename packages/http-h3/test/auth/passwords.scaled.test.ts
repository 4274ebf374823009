import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type Api, type Headings, PASSWORD, problemsOf, startApi, UNKNOWN_ID } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

const NEW = "another horse battery";

/** Hash of PASSWORD with another cost than the server of the tests has. */
const OF_COST_5 = "$2b$05$UZDJTwEeu5q4/RGuUK7uIe2ZsUdRNxWY2JmLgHrNplorXmc6XBHvO";

const BAD = [
  ["of eleven characters", "eleven-char"],
  ["of 74 bytes", "é".repeat(37)],
  ["with a NUL", `${NEW}\u0000`],
  ["that is a number", 123_456_789_012],
  ["that is missing", undefined],
] as const;

describe.each(STORAGES)("passwords over HTTP on %s", (storage) => {
  let api: Api;
  let ann: { id: string; bearer: Headings };
  beforeAll(async () => {
    api = await startApi(storage);
    ann = await api.user("ann", "viewer");
  });
  afterAll(async () => await api.stop());
  const change = async (body: unknown, headers: Headings = ann.bearer, id = ann.id) =>
    await api.call(`POST /api/users/${id}/password`, body, headers);
  const reset = async (body: unknown, id = ann.id) => await api.admin(`POST /api/users/${id}/reset-password`, body);
  const login = async (password: string): Promise<string> =>
    answerOf(await api.call("POST /api/auth/login", { username: "ann", password }));
  const hash = async (): Promise<unknown> => await api.rows(`select password_hash, updated_at from auth_user where id = '${ann.id}'`);
  const audited = async (action: string): Promise<unknown> =>
    await api.rows(`select status, error, changes, username, resource_id from audit where action = '${action}' order by seq desc limit 1`);

  it("are changed with the one in force, which ends every session and no key", async () => {
    const sessions = [await api.signIn("ann"), await api.signIn("ann")];
    expect(answerOf(await change({ old_password: PASSWORD, new_password: NEW }, sessions[0]))).toBe("204");
    for (const session of sessions) expect(answerOf(await api.call("GET /api/auth/me", undefined, session))).toBe("401 UNAUTHORIZED");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, ann.bearer))).toBe("200");
    expect([await login(PASSWORD), await login(NEW)]).toEqual(["401 INVALID_CREDENTIALS", "200"]);
    expect(await audited("change-password")).toEqual([
      expect.objectContaining({ status: "success", username: "ann", resource_id: ann.id }),
    ]);
    expect(answerOf(await change({ current_password: NEW, new_password: PASSWORD }))).toBe("204");
    expect(JSON.stringify(await api.rows("select * from audit"))).not.toMatch(/horse|\$2b/);
  });

  it.each(["old_password", "current_password"])("stay when %s is wrong, which is said of that field and audited", async (field) => {
    const session = await api.signIn("ann");
    const before = await hash();
    expect(problemsOf(await change({ [field]: NEW, new_password: NEW }))).toBe(field);
    expect(problemsOf(await change({ [field]: `${PASSWORD}\u0000`, new_password: "short" }))).toBe(
      `${[field, "new_password"].toSorted().join(", ")}`,
    );
    expect(problemsOf(await change({ [field]: 5, new_password: NEW }))).toContain(field);
    expect(await audited("change-password")).toEqual([expect.objectContaining({ status: "failure", resource_id: ann.id })]);
    expect(await hash()).toEqual(before);
    expect(answerOf(await api.call("GET /api/auth/me", undefined, session))).toBe("200");
  });

  it.each(BAD)("are not changed to one %s, nor reset to it", async (_, new_password) => {
    const before = await hash();
    expect(problemsOf(await change({ old_password: PASSWORD, new_password }))).toBe("new_password");
    expect(problemsOf(await reset({ new_password }))).toBe("new_password");
    expect(await hash()).toEqual(before);
  });

  it("need the one in force from administrators too", async () => {
    expect(problemsOf(await api.admin(`POST /api/users/${ann.id}/password`, { new_password: NEW }))).toBe("old_password");
    expect(answerOf(await api.admin(`POST /api/users/${UNKNOWN_ID}/password`, { new_password: "x" }))).toBe("404 NOT_FOUND");
    expect(answerOf(await api.admin(`POST /api/users/${UNKNOWN_ID}/reset-password`, { new_password: "x" }))).toBe("404 NOT_FOUND");
    expect(answerOf(await change({ old_password: PASSWORD, new_password: NEW }, ann.bearer, api.root.id))).toBe("403 FORBIDDEN");
    expect(answerOf(await api.call(`POST /api/users/${ann.id}/reset-password`, { new_password: NEW }, ann.bearer))).toBe("403 FORBIDDEN");
  });

  it("are reset by an administrator, which ends every session", async () => {
    const session = await api.signIn("ann");
    expect(answerOf(await reset({ new_password: NEW }))).toBe("204");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, session))).toBe("401 UNAUTHORIZED");
    expect([await login(PASSWORD), await login(NEW)]).toEqual(["401 INVALID_CREDENTIALS", "200"]);
    expect(await audited("reset-password")).toEqual([
      expect.objectContaining({ status: "success", username: "root", resource_id: ann.id }),
    ]);
    await reset({ new_password: PASSWORD });
  });

  it("changed twice at once are changed, and no session outlives it", async () => {
    const results = await Promise.all([
      change({ old_password: PASSWORD, new_password: `${NEW}1` }),
      change({ old_password: PASSWORD, new_password: `${NEW}2` }),
      api.call("POST /api/auth/login", { username: "ann", password: PASSWORD }),
    ]);
    const answers = results.slice(0, 2).map(answerOf);
    expect(answers.filter((answer) => answer === "204").length).toBeGreaterThanOrEqual(1);
    for (const answer of answers) expect(["204", "409 CONFLICT", "400 VALIDATION_ERROR"]).toContain(answer);
    expect(await login(PASSWORD)).toBe("401 INVALID_CREDENTIALS");
    await reset({ new_password: PASSWORD });
  });

  it("take keys with them only when that is asked for", async () => {
    const own = await api.user("keyed", "viewer");
    const works = async (): Promise<number> => (await api.call("GET /api/devices", undefined, own.bearer)).status;
    await reset({ new_password: NEW }, own.id);
    expect(await works()).toBe(200);
    expect(answerOf(await reset({ new_password: NEW, revoke_keys: "yes" }, own.id))).toBe("400 VALIDATION_ERROR");
    expect(answerOf(await reset({ new_password: NEW, revoke_keys: true }, own.id))).toBe("204");
    expect(await works()).toBe(401);
  });

  it("are not reset by somebody who may do less than the user", async () => {
    await api.role("clerk", ["user:update", "user:read", "device:list"]);
    await api.role("less", ["device:list"]);
    const [clerk, more, less] = [await api.user("clerk", "clerk"), await api.user("more", "operator"), await api.user("less", "less")];
    const byClerk = async (id: string): Promise<string> =>
      answerOf(await api.call(`POST /api/users/${id}/reset-password`, { new_password: NEW }, clerk.bearer));
    expect([await byClerk(api.root.id), await byClerk(more.id), await byClerk(less.id)]).toEqual(["403 FORBIDDEN", "403 FORBIDDEN", "204"]);
  });

  it("hashed with another cost are hashed anew at the next sign-in, however many sign in at once", async () => {
    await api.write("update auth_user set password_hash = ? where id = ?", OF_COST_5, ann.id);
    expect(await Promise.all([login(PASSWORD), login(PASSWORD), login(PASSWORD)])).toEqual(["200", "200", "200"]);
    expect(await hash()).toEqual([expect.objectContaining({ password_hash: expect.stringMatching(/^\$2b\$04\$/) })]);
    expect(await login(NEW)).toBe("401 INVALID_CREDENTIALS");
  });
});

describe("a flood of sign-ins", () => {
  it("is told to come back, and others are answered meanwhile", async () => {
    const api = await startApi("sqlite", atDepth({ few: 9, many: 12 }));
    try {
      const flood = Promise.all(
        Array.from(
          { length: 30 },
          async (_, index) =>
            await api.call("POST /api/auth/login", { username: index % 2 === 0 ? "root" : "nobody", password: "wrong horse battery" }),
        ),
      );
      let over = false;
      void flood.then(() => (over = true));
      for (let round = 0; round < 5; round += 1) expect((await api.admin("GET /api/users")).status).toBe(200);
      expect(over).toBe(false);
      const answers = await flood;
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(20 - 2);
      for (const reply of refused) expect([reply.body.code, reply.headers.get("retry-after")]).toEqual(["RATE_LIMIT_EXCEEDED", "2"]);
      for (const reply of answers) expect(["429 RATE_LIMIT_EXCEEDED", "401 INVALID_CREDENTIALS"]).toContain(answerOf(reply));
    } finally {
      await api.stop();
    }
  });
});
