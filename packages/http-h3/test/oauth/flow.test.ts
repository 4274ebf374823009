import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callWith, exchange, allow, type OAuthApi, refresh, startOAuth, startRequest, STORAGES, tokensFor } from "./oauth-api.ts";

describe.each(STORAGES)("OAuth on %s", (storage) => {
  let api: OAuthApi;
  beforeAll(async () => {
    api = await startOAuth(storage);
    await api.user("alice", "operator");
  });
  afterAll(async () => await api.stop());

  it("gives a client tokens for what its user allows", async () => {
    const { client, tokens } = await tokensFor(api, "alice");
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "device:list device:update" });
    expect((await callWith(api, tokens.access_token)).status).toBe(200);
    const next = await refresh(api, client, tokens.refresh_token ?? "");
    expect((await callWith(api, next.access_token)).status).toBe(200);
    void [exchange, allow, startRequest];
  });
});
