import { systemNetwork } from "@cadastre/inventory-core/outbound";
import { expect, test, vi } from "vitest";
import { publicFetch } from "../src/oauth/server/public-fetch.ts";

test("names of client documents are looked up in the lanes of the process, so that names that hang take one of its threads", async () => {
  using resolve = vi.spyOn(systemNetwork, "resolve").mockResolvedValue(["127.0.0.1"]);
  const fetched = publicFetch("https://client.test/metadata.json", {});
  await expect(fetched).rejects.toMatchObject({ cause: { message: "the host is not on the public internet" } });
  expect(resolve).toHaveBeenCalledExactlyOnceWith("client.test", expect.any(AbortSignal));
});

test("an address needs no look-up", async () => {
  using resolve = vi.spyOn(systemNetwork, "resolve");
  await expect(publicFetch("https://127.0.0.1/metadata.json", {})).rejects.toThrow(TypeError);
  expect(resolve).not.toHaveBeenCalled();
});
