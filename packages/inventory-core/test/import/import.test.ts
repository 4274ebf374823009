import { createInventory, type Inventory, type Principal } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { actionsOf, contentOf, importRows, planOf, problemsOf, rowsOf, SITE, stepsOf } from "./import-scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";

async function countsOf(inventory: Inventory): Promise<number[]> {
  return [(await inventory.datacenters.list()).length, (await inventory.networks.list()).length, (await inventory.devices.list()).length];
}

describe.each(DATABASES)("an import on %s", (_, openPlace) => {
  it("is planned without writing anything, applied as a whole, and finds everything unchanged afterwards", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const told: string[] = [];
    inventory.events.on("*", ({ event }) => told.push(event));
    const plan = await planOf(inventory, SITE);
    expect(plan.map(({ kind }) => kind)).toEqual(["plan", ...SITE.map(() => "step"), "end"]);
    expect(actionsOf(plan)).toEqual(SITE.map(() => "create"));
    expect(plan.at(-1)).toMatchObject({ counts: { rows: 7, create: 7, update: 0, unchanged: 0, conflict: 0, error: 0, warning: 0 } });
    expect(await countsOf(inventory)).toEqual([0, 0, 0]);
    expect((await inventory.events.read()).events).toEqual([]);

    expect(await inventory.import.apply(plan)).toEqual({ created: 7, updated: 0, unchanged: 0, failed: 0, errors: [] });
    const [web] = (await inventory.devices.list()).filter(({ name }) => name === "web-1");
    const [office] = (await inventory.networks.list()).filter(({ name }) => name === "office");
    expect(web).toMatchObject({ status: "planned", tags: ["web", "prod"], domains: ["www.example.com"] });
    expect(
      web?.addresses.map(({ ip, label, network_id: network, pool_id: pool }) => [ip, label, network === office?.id, pool !== null]),
    ).toEqual([
      ["10.0.0.101", "eth0", true, true],
      ["2001:db8::1", "", false, false],
    ]);
    expect((await inventory.networks.utilization(office?.id ?? "")).used_ips).toBe(1);
    expect((await inventory.relationships.listAll()).map(({ type }) => type)).toEqual(["contains"]);
    expect(told.toSorted()).toEqual([
      "datacenter.created",
      "device.created",
      "device.created",
      "network.created",
      "network.created",
      "pool.created",
      "relationship.created",
    ]);
    const audited = await inventory.audit.list();
    expect(audited.filter(({ action }) => action === "create")).toHaveLength(7);
    expect(audited.filter(({ action }) => action === "import").map(({ changes }) => changes.after)).toEqual([
      { mode: "whole", created: 7, updated: 0, unchanged: 0, failed: 0 },
    ]);
    expect((await inventory.verify()).differences).toEqual([]);

    const before = await contentOf(inventory);
    const again = await planOf(inventory, SITE);
    expect(actionsOf(again)).toEqual(SITE.map(() => "unchanged"));
    expect(await inventory.import.apply(again)).toEqual({ created: 0, updated: 0, unchanged: 7, failed: 0, errors: [] });
    expect(await contentOf(inventory)).toEqual(before);
  });

  it("changes the fields that a row knows and no others, and tells them before", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await importRows(inventory, SITE);
    const rows = rowsOf(
      { type: "datacenter", set: { name: "fra1", description: "main" } },
      { type: "network", set: { subnet: "10.0.0.0/24", datacenter: { name: "fra1" }, vlan_id: null } },
      { type: "pool", set: { name: "dhcp", network: { subnet: "10.0.0.0/24" }, end_ip: "10.0.0.130" } },
      {
        type: "device",
        set: { name: "web-1", datacenter: { name: "fra1" }, os: "Debian 13", addresses: [{ ip: "10.0.0.101" }, { ip: "10.0.0.7" }] },
      },
      {
        type: "device",
        match: "address",
        lists: "add",
        set: { name: "scanned", addresses: [{ ip: "2001:db8::1", label: "x" }, { ip: "2001:db8::2" }], tags: ["prod", "seen"] },
      },
    );
    const plan = await planOf(inventory, rows.slice(0, 4));
    expect(stepsOf(plan).map(({ action, changes }) => [action, changes?.map(({ field }) => field)])).toEqual([
      ["update", ["description"]],
      ["update", ["vlan_id"]],
      ["update", ["end_ip"]],
      ["update", ["os", "addresses"]],
    ]);
    expect(stepsOf(plan)[1]?.changes).toEqual([{ field: "vlan_id", before: 12, after: null }]);
    expect(await inventory.import.apply(plan)).toMatchObject({ updated: 4, created: 0 });
    const web = (await inventory.devices.list()).find(({ name }) => name === "web-1");
    // What the row does not know of an address that stays is kept; the new one found its network.
    expect(web?.addresses.map(({ ip, label, network_id: network, pool_id: pool }) => [ip, label, network !== null, pool !== null])).toEqual(
      [
        ["10.0.0.101", "eth0", true, true],
        ["10.0.0.7", "", true, false],
      ],
    );
    expect(web).toMatchObject({ os: "Debian 13", status: "planned", tags: ["web", "prod"] });
    expect(actionsOf(await planOf(inventory, rows.slice(0, 4)))).toEqual(["unchanged", "unchanged", "unchanged", "unchanged"]);

    // By an address, and added to: nothing goes, and what is there stays as it is.
    await inventory.devices.update(web?.id ?? "", { addresses: [...(web?.addresses ?? []), { ip: "2001:db8::1", label: "eth1" }] });
    const scan = await planOf(inventory, rows.slice(4));
    expect(stepsOf(scan).map(({ action, id, changes }) => [action, id, changes?.map(({ field }) => field)])).toEqual([
      ["update", web?.id, ["tags", "addresses"]],
    ]);
    await inventory.import.apply(scan);
    const seen = await inventory.devices.get(web?.id ?? "");
    expect(seen.name).toBe("web-1");
    expect(seen.tags).toEqual(["web", "prod", "seen"]);
    expect(seen.addresses.map(({ ip, label }) => [ip, label])).toEqual([
      ["10.0.0.101", "eth0"],
      ["10.0.0.7", ""],
      ["2001:db8::1", "eth1"],
      ["2001:db8::2", ""],
    ]);
    expect(actionsOf(await planOf(inventory, rows.slice(4)))).toEqual(["unchanged"]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("tells all errors of all rows at once, with place and field", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const plan = await planOf(inventory, [
      ...rowsOf(
        { type: "datacenter", ref: "bad", set: { name: "", colour: "red" } },
        { type: "network", ref: "n", set: { name: "n", subnet: "10.0.0.1/24", vlan_id: 5000 } },
        { type: "network", ref: "good", set: { name: "good", subnet: "10.1.0.0/24", datacenter: { ref: "bad" } } },
        { type: "network", ref: "fine", set: { name: "fine", subnet: "10.2.0.0/24" } },
        { type: "pool", set: { name: "p", start_ip: "10.2.0.9", end_ip: "10.3.0.1", network: { ref: "fine" } } },
        { type: "pool", set: { name: "p" } },
        {
          type: "device",
          set: {
            name: "d",
            hostname: "-",
            addresses: [{ ip: "300.1.1.1" }, { ip: "10.9.0.1", network: { ref: "fine" } }, 7],
            datacenter: { ref: "nowhere" },
          },
        },
        { type: "device", set: { name: "e", addresses: [{ ip: "10.2.0.1" }, { ip: "10.2.0.1" }], tags: "x" } },
        { type: "relationship", set: { parent: { name: "d" }, child: { id: "none" }, type: "owns" } },
      ),
      { at: { line: 90 }, severity: "error", message: "has 3 cells, not 4" },
      { at: { line: 91 }, severity: "warning", message: "the column Rack is left out" },
      { type: "device", set: { name: "no place" } },
      "not a row",
    ]);
    expect(problemsOf(plan)).toEqual([
      "2 colour: is not a field of a datacenter",
      "2 name: is required",
      "3 subnet: has host bits set: the network address is 10.0.0.0/24",
      "3 vlan_id: must be between 1 and 4094",
      "4 datacenter: leads to the datacenter at line 2, which cannot be imported",
      "6 end_ip: lies outside the subnet 10.2.0.0/24",
      "7 network: is required",
      "7 start_ip: is required",
      "7 end_ip: is required",
      "8 datacenter: leads to no datacenter nowhere that comes before it in this import",
      "8 hostname: is not a valid host name: letters, digits, - and _, labels of at most 63",
      "8 addresses[0].ip: is not a valid IP address",
      "8 addresses[2]: must be an object",
      "8 addresses[1].ip: lies outside the subnet 10.2.0.0/24",
      "9 tags: must be a list of strings",
      "9 addresses[1].ip: is the same address, port and network as addresses[0]",
      "10 parent: leads to no device d",
      "10 child: names no device",
      "10 type: must be one of contains, connected_to, depends_on",
      "90 : has 3 cells, not 4",
      "91 : the column Rack is left out",
      "row 12 at: must be an object with a line or a path",
      "row 13 body: must be an object",
    ]);
    expect(plan.at(-1)).toMatchObject({ counts: { rows: 12, create: 1, error: 11, warning: 1 } });
    await expect(inventory.import.apply(plan)).rejects.toMatchObject({ code: "PLAN_FAULTY" });
    expect(await countsOf(inventory)).toEqual([0, 0, 0]);
    const report = await inventory.import.apply(plan, { mode: "per_row" });
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 0, failed: 11 });
    expect(report.errors).toHaveLength(22);
    expect(report.errors[0]).toEqual({
      at: { line: 2 },
      type: "datacenter",
      field: "colour",
      code: "VALIDATION_ERROR",
      message: "is not a field of a datacenter",
    });
    expect(await countsOf(inventory)).toEqual([0, 1, 0]);
  });

  it("calls a conflict what contradicts the inventory or another row", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const [one, two] = [await inventory.devices.create({ name: "twin" }), await inventory.devices.create({ name: "twin" })];
    const other = await inventory.datacenters.create({ name: "other" });
    await inventory.datacenters.create({ name: "taken" });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const [a, b] = [await inventory.devices.create({ name: "a" }), await inventory.devices.create({ name: "b" })];
    await inventory.devices.create({ name: "h1", addresses: [{ ip: "10.0.0.1" }] });
    await inventory.devices.create({ name: "h2", addresses: [{ ip: "10.0.0.1" }] });
    await inventory.relationships.create(a.id, { child_id: b.id, type: "contains" });
    const plan = await planOf(
      inventory,
      rowsOf(
        { type: "datacenter", set: { id: other.id, name: "taken" } },
        { type: "pool", set: { name: "q", start_ip: "10.0.0.5", end_ip: "10.0.0.10", network: { name: "n" } } },
        { type: "pool", set: { name: "r", start_ip: "10.0.0.30", end_ip: "10.0.0.40", network: { name: "n" } } },
        { type: "pool", set: { name: "s", start_ip: "10.0.0.40", end_ip: "10.0.0.50", network: { name: "n" } } },
        { type: "device", set: { name: "twin", os: "x" } },
        { type: "device", set: { name: "new", os: "one" } },
        { type: "device", set: { name: "new", os: "another" } },
        { type: "device", set: { name: "new", os: "one" } },
        { type: "device", match: "address", set: { name: "scanned", addresses: [{ ip: "10.0.0.1" }] } },
        { type: "device", match: "address", set: { name: "s1", addresses: [{ ip: "10.0.0.77" }] } },
        { type: "device", match: "address", set: { name: "s2", addresses: [{ ip: "10.0.0.77" }] } },
        { type: "relationship", set: { parent: { name: "b" }, child: { name: "a" }, type: "contains" } },
        { type: "relationship", set: { parent: { name: "new" }, child: { name: "b" }, type: "contains" } },
        { type: "relationship", set: { parent: { name: "a" }, child: { name: "new" }, type: "depends_on" } },
        { type: "relationship", set: { parent: { name: "new" }, child: { name: "b" }, type: "depends_on" } },
        { type: "relationship", set: { parent: { name: "b" }, child: { name: "a" }, type: "depends_on" } },
        { type: "relationship", set: { parent: { name: "a" }, child: { name: "b" }, type: "contains" } },
        { type: "relationship", set: { parent: { name: "a" }, child: { name: "twin" }, type: "connected_to" } },
      ),
    );
    const [low, high] = [one.id, two.id].toSorted();
    expect(actionsOf(plan)).toEqual([
      "conflict",
      "conflict",
      "create",
      "conflict",
      "conflict",
      "create",
      "conflict",
      "conflict",
      "conflict",
      "create",
      "conflict",
      "conflict",
      "conflict",
      "create",
      "create",
      "conflict",
      "unchanged",
      "error",
    ]);
    expect(
      problemsOf(plan).map((text) => text.replaceAll(/[0-9a-f-]{36}/g, (id) => (id === low ? "low" : id === high ? "high" : "id"))),
    ).toEqual([
      "2 name: is that of another datacenter, id",
      "3 start_ip: the pool p (10.0.0.10–10.0.0.20) overlaps this range",
      "5 start_ip: the pool r (10.0.0.30–10.0.0.40) overlaps this range",
      "6 name: could be 2 devices twin, among them low and high: say which by its id, or give them different names",
      "8 : says something else of the device at line 7: make one row of the two",
      "9 : is the same device as at line 7: leave one of the two out",
      "10 addresses: could be 2 devices that hold these addresses, among them id and id: say which by its id, or give them different names",
      "12 addresses: has an address of the device at line 11: make one row of the two",
      "13 child: closes a cycle of relationships of this type",
      "14 child: is contained by another device: remove that relationship first",
      "17 child: closes a cycle of relationships of this type",
      "19 child: could be 2 devices twin (twin, low; twin, high): say which by its datacenter or its id",
    ]);
    const report = await inventory.import.apply(plan, { mode: "per_row" });
    expect(report).toMatchObject({ created: 5, unchanged: 1, failed: 12 });
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("is refused when the inventory changed in what the plan relies on, and not otherwise", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await importRows(inventory, SITE);
    const rows = rowsOf(
      { type: "device", set: { name: "web-1", datacenter: { name: "fra1" }, os: "new" } },
      { type: "device", set: { name: "fresh", datacenter: { name: "fra1" } } },
    );
    const plan = await planOf(inventory, rows);
    const web = (await inventory.devices.list()).find(({ name }) => name === "web-1");
    // Another record, another field: the plan does what it says.
    await inventory.devices.create({ name: "elsewhere" });
    await inventory.devices.update(web?.id ?? "", { location: "row 3" });
    for (const mode of ["whole", "per_row"] as const) {
      const changed = await planOf(inventory, rows);
      const os = `changed before ${mode}`;
      await inventory.devices.update(web?.id ?? "", { os });
      await expect(inventory.import.apply(changed, { mode })).rejects.toMatchObject({ code: "PLAN_STALE", kind: "conflict" });
      await inventory.devices.update(web?.id ?? "", { os: "" });
      const occupied = await planOf(inventory, rows);
      const fresh = await inventory.devices.create({ name: "fresh", datacenter_id: web?.datacenter_id ?? null });
      await expect(inventory.import.apply(occupied, { mode })).rejects.toMatchObject({ code: "PLAN_STALE" });
      await inventory.devices.delete(fresh.id);
    }
    expect(await inventory.import.apply(plan)).toMatchObject({ created: 1, updated: 1 });
    await expect(inventory.import.apply(plan)).rejects.toMatchObject({ code: "PLAN_STALE" });
    expect((await inventory.devices.list()).filter(({ name }) => name === "fresh")).toHaveLength(1);
  });

  it.each(["whole", "per_row"] as const)("applied twice at once (%s), happens once", async (mode) => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await using second = await createInventory({ storage: place.storage() });
    const rows = rowsOf(
      ...Array.from({ length: 150 }, (_unused, index) => ({
        type: "device" as const,
        set: { name: `d${index}`, addresses: [{ ip: `10.0.${Math.floor(index / 100)}.${index % 100}` }] },
      })),
    );
    const [plan, other] = [await planOf(inventory, rows), await planOf(second, rows)];
    const outcomes = await Promise.allSettled([inventory.import.apply(plan, { mode }), second.import.apply(other, { mode })]);
    // Whole, one of them comes too late; by rows, each row is made by one of them, and the other is told so.
    const created = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.created : 0));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(150);
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : outcome.value.errors.map(({ code }) => code),
    );
    expect(new Set(codes)).toEqual(new Set(["PLAN_STALE"]));
    expect((await inventory.devices.list()).map(({ name }) => name).toSorted()).toEqual(
      rows.map(({ set }) => set["name"] as string).toSorted(),
    );
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("needs the permission of each record that is written", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const user = (...permissions: string[]): Principal => ({
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(permissions),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    });
    const rows = rowsOf({ type: "datacenter", set: { name: "dc" } }, { type: "device", set: { name: "d" } });
    await expect(planOf(inventory.as(user("device:create", "device:read")), rows)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const limited = inventory.as(user("import:apply", "device:read", "device:create", "datacenter:read", "network:read", "pool:read"));
    const plan = await planOf(limited, rows);
    expect(problemsOf(plan)).toEqual(["2 permission: this needs the permission datacenter:create"]);
    await expect(limited.import.apply(await planOf(inventory, rows))).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "datacenter:create" },
    });
    expect(await limited.import.apply(plan, { mode: "per_row" })).toMatchObject({ created: 1, failed: 1 });
    // Nobody learns by an import what they may not read.
    const blind = inventory.as(user("import:apply", "device:create"));
    expect(problemsOf(await planOf(blind, rows.slice(1)))).toEqual(["3 permission: this needs the permission device:read"]);
  });

  it("tells nothing of records that the caller may not read, in plans and when they are applied", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const user = (...permissions: string[]): Principal => ({
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(permissions),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    });
    const { id: datacenter } = await inventory.datacenters.create({ name: "hidden-dc", location: "hidden-place" });
    const { id: network } = await inventory.networks.create({ name: "hidden-net", subnet: "10.9.0.0/16", datacenter_id: datacenter });
    const { id: pool } = await inventory.pools.create(network, { name: "hidden-pool", start_ip: "10.9.0.10", end_ip: "10.9.0.20" });
    const { id: device } = await inventory.devices.create({ name: "hidden-device", description: "hidden-text", datacenter_id: datacenter });
    const { id: other } = await inventory.devices.create({ name: "hidden-child", datacenter_id: datacenter });
    await inventory.relationships.create(device, { child_id: other, type: "contains" });
    const guesses = rowsOf(
      { type: "datacenter", set: { name: "hidden-dc", location: "x" } },
      { type: "network", set: { id: network, name: "n", subnet: "10.9.0.0/24" } },
      { type: "network", set: { subnet: "10.9.0.0/16", name: "n", datacenter: { name: "hidden-dc" } } },
      { type: "pool", set: { name: "guess", start_ip: "10.9.0.1", end_ip: "10.9.0.255", network: { subnet: "10.9.0.0/16" } } },
      { type: "device", set: { name: "hidden-device", datacenter: { name: "hidden-dc" } } },
      { type: "device", match: "address", set: { name: "d", addresses: [{ ip: "10.1.0.0", network: { name: "hidden-net" } }] } },
      { type: "relationship", set: { parent: { name: "hidden-child" }, child: { name: "hidden-device" }, type: "contains" } },
    );
    const secrets = [datacenter, network, pool, device, other, "hidden-place", "hidden-text", "hidden-pool"].filter(
      (secret) => !JSON.stringify(guesses).includes(secret),
    );
    const writes = ["datacenter", "network", "pool", "device", "relationship"].flatMap((thing) => [`${thing}:create`, `${thing}:update`]);
    for (const held of [
      [],
      writes,
      [...writes, "device:read", "relationship:read"],
      ["pool:read", ...writes],
      ["network:read", "datacenter:read", ...writes],
    ]) {
      const blind = inventory.as(user("import:apply", ...held));
      const plan = await planOf(blind, guesses);
      const readable = (type: string): boolean => held.includes(`${type}:read`);
      for (const line of plan.filter((one) => one.kind === "step")) {
        if (line.row.type === "datacenter" && readable("datacenter")) continue;
        expect([held, line.row.type, line.action, line.problems]).toEqual([
          held,
          line.row.type,
          "error",
          [{ field: "permission", message: expect.stringMatching(/^this needs the permission [a-z]+:read$/) }],
        ]);
      }
      const told = JSON.stringify(
        readable("datacenter") ? plan.filter((one) => one.kind !== "step" || one.row.type !== "datacenter") : plan,
      );
      for (const secret of secrets) expect(told).not.toContain(secret);
      // Somebody else's plan is of no more use.
      const whole = await planOf(
        inventory,
        guesses.filter(({ type }) => type === "device"),
      );
      const outcome = await blind.import.apply(whole, { mode: "per_row" }).catch((error: unknown) => error);
      for (const secret of [datacenter, network, pool, other, "hidden-text"]) expect(JSON.stringify(outcome)).not.toContain(secret);
    }
    const before = await inventory.devices.get(device);
    // The rules that records are refused by say no more than the caller may read either.
    const blind = inventory.as(user("relationship:create", "pool:create", "network:update", "network:read"));
    const refusal = async (attempt: Promise<unknown>): Promise<string> =>
      JSON.stringify(
        await attempt.then(
          () => "done",
          (error: Error & { details?: unknown }) => [error.message, error.details],
        ),
      );
    const cycle = await refusal(blind.relationships.create(other, { child_id: device, type: "contains" }));
    expect(cycle).toContain("closes a cycle of relationships of this type");
    const overlap = await refusal(blind.pools.create(network, { name: "guess", start_ip: "10.9.0.1", end_ip: "10.9.0.255" }));
    expect(overlap).toContain("another pool of the network overlaps this range");
    const outside = await refusal(blind.networks.update(network, { subnet: "10.9.128.0/17" }));
    expect(outside).toContain("leaves pools outside; move or delete them first");
    for (const text of [cycle, overlap, outside]) expect(text).not.toMatch(/hidden|10\.9\.0\.10/);
    expect(await refusal(inventory.relationships.create(other, { child_id: device, type: "contains" }))).toContain(
      "hidden-child -> hidden-device -> hidden-child",
    );
    expect(await inventory.devices.get(device)).toEqual(before);
  });

  it("refuses a plan that is cut off, or was changed", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const plan = await planOf(inventory, rowsOf({ type: "device", set: { name: "a" } }, { type: "device", set: { name: "b" } }));
    const [header, first, second, end] = plan;
    const renamed = JSON.parse(JSON.stringify(second).replace('"b"', '"c"')) as (typeof plan)[number];
    for (const lines of [
      [header, first, second],
      [header, first, end],
      [first, second, end],
      [header, first, renamed, end],
      [header, first, second, end, second],
      [],
      [header, 7, end],
    ]) {
      await expect(inventory.import.apply(lines as typeof plan)).rejects.toMatchObject({ code: "PLAN_DAMAGED" });
    }
    await expect(
      inventory.import.apply([{ ...(header as object), version: "2" }, first, second, end] as unknown as typeof plan),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await countsOf(inventory)).toEqual([0, 0, 0]);
  });

  it("creates many devices or networks in one call, and tells of those that it cannot", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    expect(
      await inventory.networks.createMany([
        { name: "n", subnet: "10.0.0.0/24" },
        { name: "", subnet: "10.0.0.1/24" },
      ]),
    ).toEqual({
      total: 2,
      success: 1,
      failed: 1,
      errors: [
        { index: 1, field: "name", code: "VALIDATION_ERROR", message: "is required" },
        { index: 1, field: "subnet", code: "VALIDATION_ERROR", message: "has host bits set: the network address is 10.0.0.0/24" },
      ],
    });
    const devices = Array.from({ length: 130 }, (_unused, index) =>
      index === 70 ? { name: "x", datacenter_id: "nowhere" } : { name: `d${index}`, addresses: [{ ip: `10.0.0.${index + 1}` }] },
    );
    expect(await inventory.devices.createMany(devices)).toEqual({
      total: 130,
      success: 129,
      failed: 1,
      errors: [{ index: 70, field: "datacenter_id", code: "VALIDATION_ERROR", message: "names no datacenter" }],
    });
    expect(await inventory.devices.createMany([7, null] as never)).toMatchObject({
      failed: 2,
      errors: [
        { index: 0, code: "INVALID_INPUT" },
        { index: 1, code: "INVALID_INPUT" },
      ],
    });
    await expect(inventory.devices.createMany(Array.from({ length: 1001 }, () => ({ name: "d" })))).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    const [network] = await inventory.networks.list();
    expect((await inventory.networks.utilization(network?.id ?? "")).used_ips).toBe(129);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
