import * as oauth from "oauth4webapi";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  allow,
  callWith,
  exchange,
  INSECURE,
  type OAuthApi,
  REDIRECT,
  refresh,
  refusalOf,
  startOAuth,
  startRequest,
  tokensFor,
} from "./oauth-api.ts";
import { STORAGE } from "@cadastre/inventory-core";
import { STORAGES } from "../../../../testing/storages.ts";

/** oidc-provider reads Date.now itself: the tests move Date, which the engine's own clock reads too; timers are left alone. */
function moveTime(ms: number): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.setSystemTime(Date.now() + ms);
}

describe.each(STORAGES)("OAuth tokens on %s", (storage) => {
  let api: OAuthApi;
  let client: oauth.Client;
  beforeAll(async () => {
    api = await startOAuth(storage);
    await api.user("alice", "operator");
    client = await api.register();
  });
  afterAll(async () => await api.stop());
  afterEach(() => vi.useRealTimers());

  const works = async (token: string): Promise<number> => (await callWith(api, token)).status;
  const audited = async (
    action: string,
  ): Promise<readonly { readonly resource_id: string; readonly status: string; readonly error: string }[]> =>
    (await api.admin(`GET /api/audit?action=${action}`)).body;
  const answered = async () => {
    const started = await startRequest(api, client);
    return { started, back: await allow(api, started, "alice") };
  };

  it("are opaque, of 256 bits, and stored as hashes", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    expect([tokens.access_token, tokens.refresh_token]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect([tokens.token_type, tokens.expires_in, tokens.id_token]).toEqual(["bearer", 3600, undefined]);
    const stored = JSON.stringify([
      await api.rows("select * from auth_oauth_token"),
      await api.rows("select * from auth_oauth_grant"),
      await api.rows("select * from audit"),
    ]);
    for (const secret of [tokens.access_token, tokens.refresh_token ?? ""]) expect(stored).not.toContain(secret);
  });

  it("are not kept by anybody on the way", async () => {
    const { started, back } = await answered();
    const response = await oauth.authorizationCodeGrantRequest(
      api.server,
      client,
      oauth.None(),
      oauth.validateAuthResponse(api.server, client, back, started.state),
      REDIRECT,
      started.verifier,
      INSECURE,
    );
    expect([response.status, response.headers.get("cache-control"), response.headers.get("x-content-type-options")]).toEqual([
      200,
      "no-store",
      "nosniff",
    ]);
  });

  it.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: undefined }, "invalid_grant"],
    ["another redirect", { redirect_uri: "http://127.0.0.1:3001/callback" }, "invalid_grant"],
    ["an unknown code", { code: "x".repeat(43) }, "invalid_grant"],
    ["no code", { code: undefined }, "invalid_request"],
    ["an unknown resource", { resource: "https://other.example/" }, "invalid_target"],
    ["another grant", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["a password", { grant_type: "password", username: "alice", password: "x" }, "unsupported_grant_type"],
    ["no grant", { grant_type: undefined }, "invalid_request"],
  ])("are not given for %s", async (_, changes: Readonly<Record<string, string | undefined>>, error) => {
    const { started, back } = await answered();
    const fields = {
      grant_type: "authorization_code",
      client_id: client.client_id,
      code: back.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT,
      code_verifier: started.verifier,
      resource: api.resource,
      ...changes,
    };
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
    );
    const answer = await fetch(`${api.url}/mcp-oauth/token`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error })]);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  it("are not given to a client that is unknown, or another one", async () => {
    const { started, back } = await answered();
    const other = await api.register();
    expect(await refusalOf(exchange(api, other, started, back))).toBe("400 invalid_grant");
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "nobody",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT,
      code_verifier: started.verifier,
    });
    const answer = await fetch(`${api.url}/mcp-oauth/token`, { method: "POST", body });
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: "invalid_client" })]);
  });

  it("end with the grant when a code is used twice (RFC 6749 §4.1.2)", async () => {
    const { started, back } = await answered();
    const tokens = await exchange(api, client, started, back);
    expect(await works(tokens.access_token)).toBe(200);
    const before = (await audited("replay")).length;
    expect(await refusalOf(exchange(api, client, started, back))).toBe("400 invalid_grant");
    expect(await works(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    const rows = await audited("replay");
    expect(rows).toHaveLength(before + 1);
    expect(rows.map(({ status, error }) => [status, error])).toContainEqual(["failure", "OAUTH_TOKEN_REPLAYED"]);
  });

  it("are given for a code within a minute, and not after", async () => {
    const [early, late] = [await answered(), await answered()];
    moveTime(57_000);
    expect((await exchange(api, client, early.started, early.back)).token_type).toBe("bearer");
    moveTime(5000);
    expect(await refusalOf(exchange(api, client, late.started, late.back))).toBe("400 invalid_grant");
  });

  it("live as long as the settings say", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    moveTime(3_590_000);
    expect(await works(tokens.access_token)).toBe(200);
    moveTime(11_000);
    expect(await works(tokens.access_token)).toBe(401);
    expect(await works((await refresh(api, client, tokens.refresh_token ?? "")).access_token)).toBe(200);
  });

  it("are refreshed for no longer than thirty days, however often", async () => {
    let { tokens } = await tokensFor(api, "alice", "device:list", client);
    for (let day = 0; day < 29; day += 7) {
      tokens = await refresh(api, client, tokens.refresh_token ?? "");
      moveTime(7 * 86_400_000);
    }
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
  });

  it("rotate: each refresh gives a new one, of the same scope, and less when less is asked for", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list device:update", client);
    const next = await refresh(api, client, tokens.refresh_token ?? "");
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next.scope).toBe("device:list device:update");
    expect(await works(tokens.access_token)).toBe(200);
    const less = await oauth.processRefreshTokenResponse(
      api.server,
      client,
      await oauth.refreshTokenGrantRequest(api.server, client, oauth.None(), next.refresh_token ?? "", {
        additionalParameters: { scope: "device:update" },
        ...INSECURE,
      }),
    );
    expect(less.scope).toBe("device:update");
    expect(await works(less.access_token)).toBe(403);
    const more = oauth.refreshTokenGrantRequest(api.server, client, oauth.None(), less.refresh_token ?? "", {
      additionalParameters: { scope: "device:list device:delete" },
      ...INSECURE,
    });
    expect(await refusalOf(oauth.processRefreshTokenResponse(api.server, client, await more))).toBe("400 invalid_scope");
  });

  it("end, successor and all, when a refresh token is used again", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    const second = await refresh(api, client, tokens.refresh_token ?? "");
    const third = await refresh(api, client, second.refresh_token ?? "");
    const before = (await audited("replay")).length;
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    for (const token of [tokens, second, third]) {
      expect(await works(token.access_token)).toBe(401);
      expect(await refusalOf(refresh(api, client, token.refresh_token ?? ""))).toBe("400 invalid_grant");
    }
    const rows = await audited("replay");
    expect(rows).toHaveLength(before + 1);
  });

  it("keep little of a used refresh token, and end with its grant also when less scope is asked for", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    await refresh(api, client, tokens.refresh_token ?? "");
    const used = await api.rows<{ payload: string; scope: string }>(
      `select payload, scope from auth_oauth_token where kind = 'RefreshToken' and consumed_at is not null
       order by consumed_at desc limit 1`,
    );
    expect(used.map(({ payload, scope }) => [Object.keys(JSON.parse(payload) as object), scope])).toEqual([
      [["kind", "accountId", "clientId", "grantId", "iat", "exp"], ""],
    ]);
    const again = await oauth.refreshTokenGrantRequest(api.server, client, oauth.None(), tokens.refresh_token ?? "", {
      additionalParameters: { scope: "device:list" },
      ...INSECURE,
    });
    expect(await refusalOf(oauth.processRefreshTokenResponse(api.server, client, again))).toBe("400 invalid_grant");
    expect(await works(tokens.access_token)).toBe(401);
  });

  const grantOf = async (username: string) => {
    const [grant] = await api.rows<Record<"id" | "user_id" | "client_id", string>>(
      `select g.id, g.user_id, g.client_id from auth_oauth_grant g join auth_user u on u.id = g.user_id where u.username = '${username}'`,
    );
    return grant as NonNullable<typeof grant>;
  };
  const insert = async (table: string, columns: readonly string[], rows: readonly (readonly string[])[]): Promise<void> =>
    await api.inventory.host.get(STORAGE).write(async (transaction) => await transaction.insert(table, columns, rows));

  it("are refreshed 5,000 times at most", async () => {
    await api.user("often", "operator");
    const { tokens } = await tokensFor(api, "often", "device:list", client);
    const { id, user_id: user } = await grantOf("often");
    await insert(
      "auth_oauth_token",
      ["id", "kind", "grant_id", "user_id", "scope", "payload", "expires_at", "consumed_at"],
      Array.from({ length: 4998 }, (_, at) => [`used-${at}`, "RefreshToken", id, user, "", "{}", "3000", "2026"]),
    );
    const next = await refresh(api, client, tokens.refresh_token ?? "");
    expect(await works(next.access_token)).toBe(200);
    expect(await refusalOf(refresh(api, client, next.refresh_token ?? ""))).toBe("400 invalid_grant");
  });

  it("belong to the 100 grants of a user that were used last", async () => {
    await api.user("many", "operator");
    const { tokens } = await tokensFor(api, "many", "device:list", client);
    const { id, user_id: user, client_id: program } = await grantOf("many");
    await api.inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update auth_oauth_grant set created_at = '2020', last_used_at = null where id = ?", [id]);
    });
    await insert(
      "auth_oauth_grant",
      ["id", "user_id", "client_id", "scope", "resource", "created_at", "expires_at"],
      Array.from({ length: 99 }, (_, at) => [`grant-${at}`, user, program, "", "", "2025", "3000"]),
    );
    await tokensFor(api, "many", "device:list", client);
    expect(await api.rows(`select count(*) as count from auth_oauth_grant where user_id = '${user}'`)).toEqual([{ count: 100 }]);
    expect(await works(tokens.access_token)).toBe(401);
  });

  it("do not refresh for another client, and live on", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    const other = await api.register();
    expect(await refusalOf(refresh(api, other, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect(await works(tokens.access_token)).toBe(200);
    expect((await refresh(api, client, tokens.refresh_token ?? "")).token_type).toBe("bearer");
  });

  it.each(["access_token", "refresh_token"] as const)(
    "end when the client revokes its %s, with or without a hint (RFC 7009)",
    async (which) => {
      for (const hint of [undefined, "access_token", "refresh_token", "nonsense"]) {
        const { tokens } = await tokensFor(api, "alice", "device:list", client);
        const options = { ...(hint === undefined ? {} : { additionalParameters: { token_type_hint: hint } }), ...INSECURE };
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(api.server, client, oauth.None(), tokens[which] ?? "", options),
        );
        expect(await works(tokens.access_token)).toBe(401);
        expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
      }
      expect((await audited("revoke")).map(({ status }) => status)).toContain("success");
    },
  );

  it("are revoked by their own client alone, and unknown ones without a word", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    const other = await api.register();
    for (const token of [tokens.access_token, tokens.refresh_token ?? "", "unknown", "a.b.c"]) {
      await oauth.processRevocationResponse(await oauth.revocationRequest(api.server, other, oauth.None(), token, INSECURE));
    }
    expect(await works(tokens.access_token)).toBe(200);
  });

  it("are one kind or the other", async () => {
    const { tokens } = await tokensFor(api, "alice", "device:list", client);
    expect(await works(tokens.refresh_token ?? "")).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.access_token))).toBe("400 invalid_grant");
    expect((await api.call(`GET /api/devices?access_token=${tokens.access_token}`)).status).toBe(401);
  });
});

describe("a grace for refresh tokens", () => {
  it("gives who is late an access token and nothing else, and ends the family after it", async () => {
    const api = await startOAuth("sqlite", { oauth: { refreshReuseGraceSeconds: 10 } });
    await api.user("alice", "operator");
    const { client, tokens } = await tokensFor(api, "alice");
    const winner = await refresh(api, client, tokens.refresh_token ?? "");
    const late = await refresh(api, client, tokens.refresh_token ?? "");
    expect([late.refresh_token, (await callWith(api, late.access_token)).status]).toEqual([undefined, 200]);
    const successor = await refresh(api, client, winner.refresh_token ?? "");
    moveTime(11_000);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect(await refusalOf(refresh(api, client, successor.refresh_token ?? ""))).toBe("400 invalid_grant");
    vi.useRealTimers();
    await api.stop();
  });
});
