import { describe, expect, it } from "vitest";
import { startService } from "./support/service.ts";
import { STORAGES } from "../../../testing/storages.ts";

describe.each(STORAGES)("the rate limit of a server on %s", (storage) => {
  it("holds a script up and loses none of its calls", async () => {
    const service = await startService(storage, { requests: 5, keyRequests: 8, windowMs: 1000 });
    try {
      const waits: string[] = [];
      const client = service.with({ onWait: ({ error, delayMs }) => void waits.push(`${error.code} ${delayMs >= 1000}`) });
      const names = Array.from({ length: 20 }, (_, n) => `web-${n}`);
      const made = await Promise.all(names.map(async (name) => await client.devices.create({ name })));
      expect(made.map(({ name }) => name)).toEqual(names);
      expect((await client.devices.list()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      expect(new Set(waits)).toEqual(new Set(["RATE_LIMIT_EXCEEDED true"]));
    } finally {
      await service.stop();
    }
  });
});
