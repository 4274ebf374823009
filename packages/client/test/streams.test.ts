import { describe, expect, it, vi } from "vitest";
import { CadastreError, type Client, createClient, type Device } from "../src/index.ts";
import { type Act, events, failing, type FlakyServer, flakyServer, reset } from "./support/flaky-server.ts";

const ID = "01900000-0000-7000-8000-000000000000";

const clientOf = ({ url }: FlakyServer): Client => createClient({ baseUrl: url, token: "t", retry: { retries: 1, baseDelayMs: 1 } });

/** Everything until the end or the failure. */
async function gathered<T>(items: AsyncIterable<T>): Promise<{ items: T[]; error?: unknown }> {
  const seen: T[] = [];
  try {
    for await (const item of items) seen.push(item);
    return { items: seen };
  } catch (error) {
    return { items: seen, error };
  }
}

/** A list in pieces that are cut anywhere. */
const inPieces =
  (text: string, size: number, whole = true): Act =>
  (response) => {
    const bytes = Buffer.from(text);
    response.writeHead(200, { "content-type": "application/json" });
    for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
    if (whole) response.end();
    else response.write("", () => void response.socket?.resetAndDestroy());
  };

describe("a streamed list", () => {
  const list = [
    { name: 'a"]},{' },
    { name: "ü漢😀\\" },
    { name: "\uFEFFmarked \uFEFF", "\uFEFF": "" },
    { tags: [[], {}], n: -1.5e3, t: true, z: null },
  ];

  it.each([1, 2, 3, 7, 1000])("is whole when it comes in pieces of %i bytes", async (size) => {
    await using server = await flakyServer(inPieces(` ${JSON.stringify(list)}\n`, size));
    expect(await gathered(clientOf(server).devices.list())).toEqual({ items: list });
  });

  it("is whole when it is larger than what one read of the connection gives", async () => {
    const large = Array.from({ length: 20_000 }, (_, index) => ({ name: `web-${index}` }));
    await using server = await flakyServer(inPieces(JSON.stringify(large), 10_000));
    expect(await gathered(clientOf(server).devices.list())).toEqual({ items: large });
  });

  it("may be empty", async () => {
    await using server = await flakyServer(inPieces("[]", 1));
    expect(await gathered(clientOf(server).devices.list())).toEqual({ items: [] });
  });

  it.each([
    ["by the connection", inPieces('[{"name":"a"},{"na', 1000, false), "CUT_OFF"],
    ["by a proxy that says it is whole", inPieces('[{"name":"a"},', 1000), "CUT_OFF"],
    ["by nothing at all", inPieces("", 1), "CUT_OFF"],
    ["by something that is no JSON", inPieces('[{"name":"a"},oops]', 13), "BAD_ANSWER"],
    ["because it is no list", inPieces('{"name":"a"}', 1000), "BAD_ANSWER"],
  ])("fails when it is cut off %s", async (_, act, code) => {
    await using server = await flakyServer(act);
    const { error } = await gathered(clientOf(server).devices.list());
    expect(error).toBeInstanceOf(CadastreError);
    expect(error).toMatchObject({ code, status: 200, operation: "devices.list" });
  });

  it("ends with the reason of the signal, also within a piece", async () => {
    await using server = await flakyServer(inPieces(JSON.stringify(list), 1000));
    const abort = new AbortController();
    const seen: unknown[] = [];
    const read = (async () => {
      for await (const device of clientOf(server).devices.list({}, { signal: abort.signal })) {
        seen.push(device);
        abort.abort(new Error("enough"));
      }
    })();
    await expect(read).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });

  it("ends its connection when the loop is left", async () => {
    let closed!: () => void;
    const close = new Promise<void>((resolve) => (closed = resolve));
    await using server = await flakyServer((response) => {
      response.on("close", closed);
      response.writeHead(200, { "content-type": "application/json" }).write('[{"name":"a"},');
    });
    for await (const { name } of clientOf(server).devices.list()) {
      expect(name).toBe("a");
      break;
    }
    await close;
  });
});

describe("a stream of events", () => {
  const event = (id: number, name = "device.created"): string => `id: ${id}-0\nevent: ${name}\ndata: ${JSON.stringify({ n: id })}\n\n`;

  it("goes on after the last event that was seen, over broken, refused and ended connections", async () => {
    await using server = await flakyServer(
      events(event(1) + event(2)),
      reset,
      failing(503, "UNAVAILABLE"),
      (response, request) => {
        events(event(3))(response, request);
      },
      events(": so far\nid: 9-0\n\n"),
      events(event(10), true),
    );
    const abort = new AbortController();
    const seen: unknown[] = [];
    for await (const { id, event: name, data } of clientOf(server).events.stream({ after: "0-0" }, { signal: abort.signal })) {
      seen.push([id, name, data]);
      if (id === "10-0") abort.abort();
    }
    expect(seen).toEqual([1, 2, 3, 10].map((n) => [`${n}-0`, "device.created", { n }]));
    expect(server.seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "2-0", "2-0", "2-0", "3-0", "9-0"]);
    expect(server.seen[0]?.headers["accept"]).toBe("text/event-stream");
  });

  it("ends with the last state of a record, and when there is nothing more to come", async () => {
    await using server = await flakyServer(
      events(event(1, "progress") + event(2, "end"), true),
      (response) => void response.writeHead(204).end(),
    );
    const client = clientOf(server);
    expect((await gathered(client.scans.watch(ID))).items.map(({ event: name }) => name)).toEqual(["progress", "end"]);
    expect(await gathered(client.scans.watch(ID))).toEqual({ items: [] });
  });

  it("ends when its caller says so, also within a piece and while it is quiet", async () => {
    await using server = await flakyServer(events(event(1) + event(2), true), events(": so far\nid: 9-0\n\n", true));
    const client = clientOf(server);
    const first = new AbortController();
    const seen: string[] = [];
    for await (const { id } of client.events.stream({}, { signal: first.signal })) {
      seen.push(id);
      first.abort();
    }
    expect(seen).toEqual(["1-0"]);
    const second = new AbortController();
    const quiet = gathered(client.events.stream({}, { signal: second.signal }));
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    second.abort();
    expect(await quiet).toEqual({ items: [] });
  });

  it("fails with what the server says to who comes back", async () => {
    await using server = await flakyServer(events(event(1)), failing(410, "CURSOR_EXPIRED"));
    const { items, error } = await gathered(clientOf(server).events.stream());
    expect(items).toHaveLength(1);
    expect(error).toMatchObject({ code: "CURSOR_EXPIRED", kind: "gone" });
  });

  it("fails like any call when it is never reached, and in the end when it is not reached again", async () => {
    await using never = await flakyServer(reset);
    expect((await gathered(clientOf(never).events.stream())).error).toMatchObject({ code: "NETWORK_FAILED", attempts: 2 });
    await using gone = await flakyServer(events(event(1)), reset);
    const client = createClient({ baseUrl: gone.url, token: "t", retry: { retries: 0, baseDelayMs: 1, maxDelayMs: 2 } });
    const { items, error } = await gathered(client.events.stream());
    expect(items).toHaveLength(1);
    expect(error).toMatchObject({ code: "NETWORK_FAILED" });
    expect(gone.seen.length).toBeGreaterThan(5);
  });
});

it("types of a streamed list are those of its records", async () => {
  await using server = await flakyServer(inPieces("[]", 1));
  const items: AsyncIterable<Device> = clientOf(server).devices.list();
  expect(await Array.fromAsync(items)).toEqual([]);
});
