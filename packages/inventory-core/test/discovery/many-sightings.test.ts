import { createInventory, type Principal, STORAGE } from "@cadastre/inventory-core";
import { extendRecord } from "@cadastre/inventory-core/records";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import type { AddressKey } from "../../src/address/address-key.ts";
import { HostEvidence } from "../../src/discovery/running/evidence.ts";
import { markUnseen } from "../../src/discovery/running/sightings.ts";
import type { Change } from "../../src/contract/storage/write-path.ts";
import { SEEN_PER_STEP } from "../../src/reconciliation/seen-rows.ts";
import { scanHost } from "./scan-lab.ts";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Limits of time are for users, not for the program. */
const ADA: Principal = { kind: "user", userId: "ada", username: "ada", permissions: "all", credential: KEY_CREDENTIAL, credentialId: "k" };

/** Counts to 300,000: more than a millisecond on both databases. */
const TAKES_LONG = "with recursive n (i) as (select 1 union all select i + 1 from n where i < 300000) select count(*) as count from n";

describe.each(DATABASES)("many discovered devices on %s", (_, openPlace) => {
  it("that a scan did not see are read and marked a step at a time, and long ones a few at a time", async () => {
    await using place = await openPlace();
    await using host = await scanHost(place, new ScriptedScanner(answering({ "10.0.0.1": "aa:00:00:00:00:01" })), new FakeClock());
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
    const { id } = await inventory.scans.start(network.id, {});
    await host.reaches(id, "completed");
    const [seen] = await inventory.discoveredDevices.list({ network_id: network.id });
    const rowsOfReads: number[] = [];
    const charactersOfReads: number[] = [];
    await inventory.host.get(STORAGE).write(async (transaction) => {
      const rows = Array.from({ length: 1200 }, (_one, n) => {
        const ip = `10.1.${n >> 8}.${n & 255}`;
        const banner = n % 300 === 0 ? "x".repeat(200_000) : "";
        const one = { ...seen, id: `0000-${n}`, ip, services: [{ port: 1, protocol: "tcp", service: "x", version: banner }] };
        return [one.id, network.id, `40a01${n.toString(16).padStart(4, "0")}`, "up", "2026", JSON.stringify(one)];
      });
      await transaction.insert("discovered_device", ["id", "network_id", "ip_key", "status", "last_seen", "doc"], rows);
      const change = new Proxy(transaction as unknown as Change, {
        get: (target, name) => {
          if (name === "now") return "2026-12-01T00:00:00.000Z";
          const member = Reflect.get(target, name, target) as unknown;
          if (name !== "all") return typeof member === "function" ? (member.bind(target) as unknown) : member;
          return async (...args: Parameters<Change["all"]>) => {
            const found = await target.all<{ doc?: string | null }>(...args);
            rowsOfReads.push(found.length);
            charactersOfReads.push(found.reduce((sum, { doc }) => sum + (doc?.length ?? 0), 0));
            return found;
          };
        },
      });
      const scan = { networkId: network.id, since: "2027", wasProbed: (key: string) => !key.endsWith("f") };
      const steps: unknown[] = [];
      for (let after: AddressKey | "" | undefined = ""; after !== undefined;) steps.push((after = await markUnseen(change, scan, after)));
      expect(steps).toEqual([expect.any(String), expect.any(String), undefined]);
    });
    expect(Math.max(...rowsOfReads)).toBeLessThanOrEqual(SEEN_PER_STEP);
    expect(Math.max(...charactersOfReads)).toBeLessThan(500_000);
    const marked = await inventory.host
      .get(STORAGE)
      .read.all<{ status: string; count: number }>("select status, count(*) as count from discovered_device group by status");
    expect(Object.fromEntries(marked.map(({ status, count }) => [status, Number(count)]))).toEqual({ up: 75, down: 1126 });
  });
});

it.each(DATABASES)("promotions of many on %s hold their locks no longer than other bulk changes", async (_, openPlace) => {
  await using place = await openPlace();
  const found = Object.fromEntries(Array.from({ length: 14 }, (_one, at) => [`10.0.0.${at + 1}`, `00:0a:00:00:00:0${at.toString(16)}`]));
  await using host = await scanHost(place, new ScriptedScanner(answering(found)), new FakeClock());
  const { inventory } = host;
  const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/28" });
  const { id } = await inventory.scans.start(network.id, {});
  await host.reaches(id, "completed");
  const ids = (await inventory.discoveredDevices.list({ network_id: network.id })).map((seen) => seen.id);
  const slow = extendRecord("device", { check: async (_draft, view) => void (await view.all(TAKES_LONG)) });
  await using slowed = await createInventory({ storage: place.storage(), writeTimeoutMs: 1, recordExtensions: [slow] });
  expect(ids).toHaveLength(14);
  await expect(slowed.as(ADA).discoveredDevices.promoteMany({ ids })).rejects.toMatchObject({ code: "TOO_MUCH_WORK" });
  expect((await inventory.discoveredDevices.list({ network_id: network.id })).map((seen) => seen.promoted_to_device_id)).toEqual(
    ids.map(() => null),
  );
});

it("keeps a bounded number of ports and services of a host, recognised services before guessed ones", () => {
  const host = new HostEvidence("10.0.0.1");
  const service = { protocol: "tcp", service: "x", version: "" } as const;
  for (let port = 1; port <= 60_000; port += 1_000) {
    const ports = Array.from({ length: 1_000 }, (_, at) => port + at);
    host.add({
      kind: "observation",
      ip: "10.0.0.1",
      evidence: "tcp-open",
      openPorts: ports,
      services: ports.map((own) => ({ ...service, port: own, guessed: own !== 59_999 })),
    });
  }
  const { openPorts = [], services = [] } = host.sighting(new Map()) ?? {};
  expect([openPorts.length, openPorts.at(-1), services.length, services.at(-1)?.port]).toEqual([4_096, 4_096, 256, 59_999]);
});
