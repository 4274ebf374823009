import { type AnyOperation, createInventory, type ImportRow, isInventoryError } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { boolean, defineRecord, name, reference, text } from "../../src/records.ts";

const Look = defineRecord({
  name: "saved_look",
  fields: {
    name: name(),
    filters: text().optional(),
    device_id: reference("device", { onDelete: "clear" }).optional(),
    shared: boolean().default(false),
  },
  owner: true,
  unique: [["name"]],
  claims: ({ filters }) => (filters === "" ? [] : [String(filters)]),
});

const READING = ["audit:list", "audit:read", "audit:export", "event:read", "plan:list", "plan:read", "plan:create", "plan:apply"];
const LOOKS = ["list", "read", "create", "update", "delete"].map((action) => `saved-look:${action}`);
const OTHERS = ["device:read", "device:list", "device:update", "device:delete", "import:apply"];

const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    (value) => `done: ${JSON.stringify(value)}`,
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message} ${JSON.stringify(error.details)}` : String(error)),
  );
const codeOf = async (call: PromiseLike<unknown>): Promise<string> => (await outcomeOf(call)).split(":")[0] as string;

describe.each(DATABASES)("private records on %s", (_, openPlace) => {
  /** Two users with the same permissions; one has a private record, which nothing says to the other. */
  const scene = async () => {
    const place = await openPlace();
    const inventory = await createInventory({ storage: place.storage(), records: [Look] });
    const as = (id: string, permissions: readonly string[] = [...READING, ...LOOKS, ...OTHERS]) =>
      inventory.as({ id, username: id, permissions }) as unknown as typeof inventory;
    const [ada, eve] = [as("ada"), as("eve")];
    const device = await inventory.devices.create({ name: "d" });
    const look = await ada.savedLooks.create({ name: "hush", filters: "secretrack", device_id: device.id });
    await ada.savedLooks.update(look.id, { filters: "secretrow" });
    const [change] = await inventory.audit.list({ resource_id: look.id });
    const hides = (value: unknown): void => {
      for (const part of [look.id, "hush", "secretr"]) expect(JSON.stringify(value)).not.toContain(part);
    };
    const close = async (): Promise<void> => {
      await inventory.close();
      await place[Symbol.asyncDispose]();
    };
    return { inventory, as, ada, eve, device, look, change: change?.change_id ?? "", hides, [Symbol.asyncDispose]: close };
  };

  it("have no rows in the audit log of others", async () => {
    await using lab = await scene();
    const { inventory, ada, eve, look, hides } = lab;
    expect(await ada.audit.list({ resource_id: look.id })).toHaveLength(2);
    expect(await inventory.audit.list({ resource_id: look.id })).toHaveLength(2);
    hides(await eve.audit.list());
    expect(await eve.audit.list({ resource_id: look.id })).toEqual([]);
    const page = await eve.audit.list({ limit: 2, count: true }).page();
    hides(page);
    expect(page.count).toBe((await eve.audit.list()).length);
    const [row] = await inventory.audit.list({ resource_id: look.id });
    expect(await codeOf(eve.audit.get(row?.id ?? ""))).toBe("NOT_FOUND");
    expect(await ada.audit.get(row?.id ?? "")).toEqual(row);
    for (const format of ["json", "csv"] as const) hides((await Array.fromAsync((await eve.audit.export({ format })).pieces)).join(""));
    await lab.as("ada", [...LOOKS]).savedLooks.update(look.id, { shared: true, filters: "open" });
    await ada.savedLooks.update(look.id, { filters: "opener" });
    const shown = await eve.audit.list({ resource_id: look.id });
    expect(shown.map(({ changes }) => changes)).toEqual([
      { before: expect.objectContaining({ filters: "open" }), after: expect.anything() },
    ]);
  });

  it("have no events for others, by page and in the stream", async () => {
    await using lab = await scene();
    const { inventory, ada, eve, look, hides } = lab;
    hides(await eve.events.read());
    expect(JSON.stringify(await ada.events.read())).toContain("secretrow");
    const { next } = await inventory.events.read();
    const stream = eve.events.stream({ after: next });
    const seen = (async () => {
      for await (const event of stream) return event;
      return undefined;
    })();
    await ada.savedLooks.update(look.id, { filters: "secretroom" });
    await inventory.devices.create({ name: "seen" });
    const first = await seen;
    expect(first).toMatchObject({ event: "device.created" });
  });

  it("cannot be undone by others, whose plans do not show them", async () => {
    await using lab = await scene();
    const { inventory, ada, eve, look, change, hides } = lab;
    expect(await outcomeOf(eve.changes.undo(change))).toMatch(/^CHANGE_NOT_FOUND/);
    expect(await codeOf(eve.changes.undo(change, { record: { type: "saved_look", id: look.id } }))).toBe("CHANGE_NOT_FOUND");
    const plan = await ada.changes.undo(change, { record: { type: "saved_look", id: look.id } });
    expect(JSON.stringify(plan.effects)).toContain("secretrack");
    hides(await eve.plans.list());
    const calls = [
      async () => await eve.plans.get(plan.id),
      async () => await eve.plans.effects(plan.id),
      async () => await eve.plans.apply(plan.id, { digest: plan.digest }),
    ];
    for (const call of calls) hides((await outcomeOf(call())).replace(/^FORBIDDEN/, ""));
    expect(await codeOf(eve.plans.get(plan.id))).toBe("FORBIDDEN");
    hides(await eve.events.read());
    hides(await eve.audit.list());
    await ada.plans.apply(plan.id, { digest: plan.digest });
    expect(await ada.savedLooks.get(look.id)).toMatchObject({ filters: "secretrack" });
    expect((await inventory.verify()).count).toBe(0);
  });

  it("are in no plan and no dry run of others who delete what they refer to", async () => {
    await using lab = await scene();
    const { inventory, ada, eve, device, look, hides } = lab;
    const steps = [{ operation: "devices.delete", params: { id: device.id } }];
    const planned = await outcomeOf(eve.plans.create({ title: "device", steps }));
    expect(planned).toMatch(/^FORBIDDEN/);
    hides(planned);
    expect(await codeOf(ada.plans.create({ title: "device", steps }))).toBe("done");
    const removal = inventory.host.operations.find(({ id }) => id === "devices.delete") as AnyOperation;
    const dryRun = async (userId: string) => {
      const principal = {
        kind: "user",
        userId,
        username: userId,
        permissions: "all",
        credential: KEY_CREDENTIAL,
        credentialId: "k",
      } as const;
      const input = { params: { id: device.id }, query: {}, body: async () => undefined };
      return await inventory.host.dryRun(removal, input, { principal, source: "http" });
    };
    const { entries, events } = await dryRun("eve");
    expect([entries.map(({ resource }) => resource), events.map(({ event }) => event)]).toEqual([["device"], ["device.deleted"]]);
    expect((await dryRun("ada")).entries.map(({ resource }) => resource).toSorted()).toEqual(["device", "saved_look"]);
    await eve.devices.delete(device.id);
    hides(await eve.audit.list());
    hides(await eve.events.read());
    expect(await ada.savedLooks.get(look.id)).toMatchObject({ device_id: null });
  });

  it("are not found by imports of others, and not named by what they hold", async () => {
    await using lab = await scene();
    const { inventory, ada, eve, look, hides } = lab;
    await inventory.fields.create({ record: "saved_look" as "device", name: "code", type: "text", unique: true });
    await ada.savedLooks.update(look.id, { fields: { code: "x" } });
    const rows = (values: readonly object[]): ImportRow[] =>
      values.map((set, at) => ({ at: { line: at + 1 }, type: "saved_look", ...set })) as unknown as ImportRow[];
    const byName = await Array.fromAsync(eve.import.plan(rows([{ set: { name: "hush", filters: "other" } }])));
    expect(JSON.stringify(byName)).not.toContain(look.id);
    expect(JSON.stringify(byName)).not.toContain("secretr");
    expect(await outcomeOf(eve.import.apply(byName))).not.toContain(look.id);
    const byId = await Array.fromAsync(eve.import.plan(rows([{ set: { id: look.id, name: "mine" } }])));
    expect(JSON.stringify(byId)).not.toContain("secretr");
    expect(await codeOf(eve.import.apply(byId))).not.toBe("Error");
    expect(await ada.savedLooks.get(look.id)).toMatchObject({ name: "hush", filters: "secretrow" });
    const claimed = await outcomeOf(eve.savedLooks.create({ name: "claimed", filters: "secretrow" }));
    expect(claimed).toMatch(/^CONFLICT: another saved look holds secretrow already/);
    expect(claimed).not.toContain(look.id);
    const coded = await outcomeOf(eve.savedLooks.create({ name: "coded", fields: { code: "x" } }));
    expect(coded).toMatch(/^ALREADY_EXISTS/);
    hides(coded);
  });
});
