import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { readImport } from "../src/index.ts";
import { phpipam, PHPIPAM_TAKEN } from "./support/phpipam-data.ts";
import { Service } from "./support/service.ts";
import { handedOut } from "./support/taken.ts";
import { DATABASES } from "../../../testing/storages.ts";

describe.each(DATABASES)("phpIPAM moved to %s", (_, database) => {
  it("leaves nothing free that was taken, and changes nothing the second time", async () => {
    await using place = await database();
    await using service = await Service.start(phpipam);
    await using inventory = await createInventory({ storage: place.storage() });
    const source = { kind: "service", url: `${service.url}/ipam` } as const;
    const plan = async () =>
      await inventory.import.plan(readImport({ format: "phpipam", source, options: { app: "app-1", token: "app-code" } }));
    const first = await plan();
    expect(first.at(-1)).toMatchObject({ counts: { conflict: 0, error: 0 } });
    await inventory.import.apply(first, { mode: "whole" });
    expect((await plan()).at(-1)).toMatchObject({ counts: { create: 0, update: 0, conflict: 0, error: 0 } });
    // phpIPAM has no pools: what a pool over all of a network hands out.
    for (const { id, subnet } of await inventory.networks.list()) {
      const first24 = subnet.split(".").slice(0, 3).join(".");
      await inventory.pools.create(id, { name: "all", start_ip: `${first24}.0`, end_ip: `${first24}.255` });
    }
    expect(await handedOut(inventory, PHPIPAM_TAKEN)).toEqual([]);
  });
});
