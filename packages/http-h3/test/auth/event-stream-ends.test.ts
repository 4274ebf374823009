import type { Event } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { EventReader } from "../support/event-reader.ts";
import { type Api, type Headings, PASSWORD, startApi } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** A user who follows the events, with what proves it: a session, and a key. */
interface Listener {
  readonly id: string;
  readonly session: Headings;
  readonly key: { readonly id: string; readonly bearer: Headings };
}

/** Ways to end a stream: what is done, and the credentials of the stream that ends and of one that goes on. */
const ENDS: readonly (readonly [
  what: string,
  ends: "session" | "key",
  goesOn: "session" | "key" | undefined,
  act: (api: Api, listener: Listener) => Promise<unknown>,
])[] = [
  ["its session signs out", "session", "key", async (api, { session }) => await api.call("POST /api/auth/logout", undefined, session)],
  ["its key is revoked", "key", "session", async (api, { key }) => await api.admin(`DELETE /api/keys/${key.id}`)],
  ["its user is deactivated", "session", undefined, async (api, { id }) => await api.admin(`PUT /api/users/${id}`, { is_active: false })],
  [
    "the user of its key is deactivated",
    "key",
    undefined,
    async (api, { id }) => await api.admin(`PUT /api/users/${id}`, { is_active: false }),
  ],
  ["its user is deleted", "key", undefined, async (api, { id }) => await api.admin(`DELETE /api/users/${id}`)],
  [
    "its user loses the permission",
    "session",
    undefined,
    async (api, { id }) => await api.admin("POST /api/users/revoke-role", { user_id: id, role: "operator" }),
  ],
  [
    "its user may read more",
    "key",
    undefined,
    async (api, { id }) => await api.admin("POST /api/users/grant-role", { user_id: id, role: "admin" }),
  ],
  [
    "its user gets another password",
    "session",
    "key",
    async (api, { id }) => await api.admin(`POST /api/users/${id}/reset-password`, { new_password: `${PASSWORD} anew` }),
  ],
];

describe.each(STORAGES)("a stream of events on %s ends within two seconds when", (storage) => {
  let api: Api;
  let count = 0;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  const listener = async (): Promise<Listener> => {
    const name = `listener${(count += 1)}`;
    const { id } = await api.user(name, "operator");
    const { body } = await api.admin("POST /api/keys", { name: "stream", user_id: id });
    return { id, session: await api.signIn(name), key: { id: body.id, bearer: { authorization: `Bearer ${body.key}` } } };
  };
  const listen = async (headers: Headings, { signal }: AbortController): Promise<EventReader<Event>> => {
    const response = await fetch(`${api.url}/api/events/stream`, { headers, signal });
    expect(response.status).toBe(200);
    const reader = new EventReader<Event>(response);
    await vi.waitFor(() => expect(reader.comments).toBe(1));
    return reader;
  };

  it.each(ENDS)("%s", async (_what, ends, goesOn, act) => {
    const client = new AbortController();
    const who = await listener();
    const headers = { session: who.session, key: who.key.bearer };
    const over = await listen(headers[ends], client);
    const other = goesOn === undefined ? undefined : await listen(headers[goesOn], client);
    const { status } = (await act(api, who)) as { status: number };
    expect(status).toBeLessThan(300);
    await api.clock.advance(2000);
    await over.ended;
    await api.admin("POST /api/devices", { name: "later" });
    await vi.waitFor(async () => {
      // While others of the server write, an event is there before it may be told: the log is looked at again.
      await api.clock.advance(500);
      expect((other?.events ?? [{ event: "device.created" }]).map(({ event }) => event)).toEqual(["device.created"]);
    });
    expect(over.events).toEqual([]);
    client.abort();
  });
});
