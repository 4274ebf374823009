import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

describe.each(STORAGES)("names in place of ids on %s", (storage) => {
  let lab: McpLab;
  beforeAll(async () => void (lab = await startMcp(storage)));
  afterAll(async () => await lab.close());

  const make = async (tool: string, args: Structured): Promise<Structured> => (await lab.call("admin", tool, args)).record;
  const deviceOf = async (id: string): Promise<Structured> => (await lab.call("admin", "device_get", { id })).record;

  test("are taken in paths, queries, bodies and lists within bodies; what is no name stays", async () => {
    const datacenter = await make("datacenter_create", { name: "fra1" });
    const network = await make("network_create", { name: "office", subnet: "10.1.0.0/24", datacenter_id: "fra1" });
    expect(network.datacenter_id).toBe(datacenter.id);
    const pool = await make("pool_create", { id: "office", name: "desks", start_ip: "10.1.0.10", end_ip: "10.1.0.20" });
    expect(pool.network_id).toBe(network.id);
    const device = await make("device_create", {
      name: "web-1",
      datacenter_id: "FRA1",
      addresses: [{ ip: "10.1.0.5", network_id: "10.1.0.0/24" }],
    });
    expect(device).toMatchObject({ datacenter_id: datacenter.id, addresses: [{ network_id: network.id }] });
    for (const name of ["web-1", "10.1.0.5", "fra1/web-1", device.id]) expect((await deviceOf(name)).id).toBe(device.id);
    expect((await lab.call("viewer", "device_list", { network_id: "fra1/office" })).items).toMatchObject([{ id: device.id }]);
    const { record } = await lab
      .call("operator", "pool_allocate", { id: "office/desks", hostname: "desk-1", device_id: "web-1" })
      .catch(async () => await lab.call("operator", "pool_allocate", { id: "office/desks" }));
    expect(JSON.stringify(record)).toContain("10.1.0.10");
    // An empty text and none mean what they did.
    expect((await lab.call("operator", "device_update", { id: "web-1", datacenter_id: "" })).record.datacenter_id).toBeNull();
    expect((await lab.call("viewer", "network_list", { space_id: "none" })).items).toEqual([]);
  });

  test("are taken in the steps of a plan, beside the ids of what steps make", async () => {
    const { record: plan } = await lab.call("proposer", "plan_create", {
      title: "by names",
      steps: [
        { operation: "networks.create", body: { name: "lab", subnet: "10.2.0.0/24", datacenter_id: "fra1" } },
        { operation: "pools.create", params: { id: "$0.id" }, body: { name: "p", start_ip: "10.2.0.10", end_ip: "10.2.0.19" } },
        { operation: "devices.update", params: { id: "web-1" }, body: { datacenter_id: "fra1" } },
      ],
    });
    expect(plan.effects.records.map(({ type, name, action }: Structured) => `${action} ${type} ${name}`).toSorted()).toEqual([
      "create network lab",
      "create pool p",
      "update device web-1",
    ]);
    await make("device_create", { name: "twin" });
    await make("device_create", { name: "twin" });
    const failure = await failureOf(
      lab.call("proposer", "plan_create", { title: "x", steps: [{ operation: "devices.delete", params: { id: "twin" } }] }),
    );
    expect([failure.code, failure.details["steps[0].params.id"]?.message]).toEqual([
      "VALIDATION_ERROR",
      expect.stringContaining("several"),
    ]);
  });

  test("that mean several are refused with the ids to choose from", async () => {
    const one = await make("device_create", { name: "same", location: "here" });
    const other = await make("device_create", { name: "Same" });
    const failure = await failureOf(lab.call("viewer", "device_get", { id: "same" }));
    expect(failure.code).toBe("VALIDATION_ERROR");
    for (const { id } of [one, other]) expect(failure.details.id.message).toContain(id);
  });

  test("that mean nothing are refused as ids are, and so are names of what the caller may not list", async () => {
    expect((await failureOf(lab.call("viewer", "device_get", { id: "nobody knows" }))).code).toBe("DEVICE_NOT_FOUND");
    expect((await failureOf(lab.call("nobody", "device_get", { id: "same" }))).code).toBe("FORBIDDEN");
    expect((await failureOf(lab.call("viewer", "device_get", { id: "a\u0000b" }))).code).toBe("VALIDATION_ERROR");
  });

  test("are looked up for one call up to a number", async () => {
    const steps = Array.from({ length: 51 }, (_, index) => ({ operation: "devices.delete", params: { id: `gone-${index}` } }));
    const failure = await failureOf(lab.call("proposer", "plan_create", { title: "x", steps }));
    expect([failure.code, failure.details["steps[50].params.id"]?.message]).toEqual([
      "VALIDATION_ERROR",
      expect.stringContaining("50 names"),
    ]);
  });
});
