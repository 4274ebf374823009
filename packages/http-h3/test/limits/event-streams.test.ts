import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LimitsServer, startLimits } from "./limits-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("event streams of a caller on %s", (storage) => {
  let server: LimitsServer;
  beforeEach(async () => void (server = await startLimits(storage, { work: { streams: 3 } })));
  afterEach(async () => await server.stop());

  const open = async (key: string, path = "/api/work/stream"): Promise<{ readonly response: Response; readonly leave: () => void }> => {
    const client = new AbortController();
    return { response: await server.get(path, key, undefined, client.signal), leave: () => client.abort() };
  };

  it("are bounded, all keys together; others have theirs, and one that ends makes room", async () => {
    const [one = "", two = ""] = await server.user("ann", 2);
    const [bob = ""] = await server.user("bob");
    const streams = await Promise.all([open(one), open(two), open(one)]);
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    const { response: refused } = await open(two);
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
      429,
      "5",
      {
        code: "TOO_MANY_STREAMS",
        error: "limit of 3 open event streams per caller reached: close one, or read several kinds of events from one stream",
      },
    ]);
    expect((await server.get("/api/work/quick", one)).status).toBe(204);
    expect((await open(bob)).response.status).toBe(200);
    streams[0]?.leave();
    await vi.waitFor(async () => expect((await open(one)).response.status).toBe(200));
  });

  it("take no place when none is opened: HEAD, and what is refused", async () => {
    const [ann = ""] = await server.user("ann");
    for (let n = 0; n < 6; n += 1) {
      expect((await fetch(`${server.url}/api/work/stream`, { method: "HEAD", headers: { authorization: `Bearer ${ann}` } })).status).toBe(
        200,
      );
      expect((await open(ann, "/api/scans/01900000-0000-7000-8000-000000000000/events")).response.status).toBe(404);
    }
    expect((await open(ann)).response.status).toBe(200);
  });
});
