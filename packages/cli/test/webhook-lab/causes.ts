import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import type { Conflict, Device, DiscoveredDevice, Field, Network, Plan, Pool, Relationship, Scan, Space } from "@cadastre/inventory-core";
import { expect, vi } from "vitest";
import { CABLE, RECEIVER, SERVER, STRAY } from "./addresses.ts";
import type { WebhookLab } from "./lab.ts";

/** An event that was caused, and what its receiver must be told. */
export interface Caused {
  readonly event: string;
  readonly data: object;
}

/** What a device carries in events beside its record. */
const ofDevice = (device: Device): object => ({ ...device, ip_address: device.addresses[0]?.ip ?? "" });

/** What a plan carries in events: its decision, without what it would do. */
function ofPlan({ steps, effects, digest: _digest, groups: _groups, stale: _stale, ...summary }: Plan): object {
  return { ...summary, step_count: steps.length, record_count: effects.records.length };
}

/** Causes every event of the catalogue by what causes it in real life, over HTTP. */
export class Causes {
  readonly #lab: WebhookLab;
  readonly #leases: string;
  readonly caused: Caused[] = [];

  /** @param leases a file that the server may read as leases of a DHCP server */
  constructor(lab: WebhookLab, leases: string) {
    this.#lab = lab;
    this.#leases = leases;
  }

  async all(): Promise<readonly Caused[]> {
    await this.#record("/api/datacenters", "datacenter", { name: "fra1" }, { location: "Frankfurt" });
    await this.#record("/api/spaces", "space", { name: "red" }, { rd: "65000:1" });
    await this.#fields();
    await this.#record("/api/vlan-groups", "vlan_group", { name: "lab" }, { max_vid: 99 });
    await this.#record("/api/vlans", "vlan", { vid: 10 }, { description: "soon gone" });
    await this.#plans();
    const network = await this.#networks();
    await this.#devices();
    await this.#conflict();
    await this.#pool(network);
    await this.#discovery(network);
    await this.#agents();
    return this.caused;
  }

  #note(event: string, data: object): void {
    this.caused.push({ event, data });
  }

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.#lab.call(method, path, body);
    assert(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as T;
  }

  async #device(name: string, ...ips: string[]): Promise<Device> {
    const device = await this.#call<Device>("POST", "/api/devices", {
      name,
      hostname: `${name}.lab.test`,
      addresses: ips.map((ip) => ({ ip })),
    });
    this.#note("device.created", ofDevice(device));
    return device;
  }

  async #network(name: string, subnet: string): Promise<Network> {
    const network = await this.#call<Network>("POST", "/api/networks", { name, subnet });
    this.#note("network.created", network);
    return network;
  }

  /** @returns the network of the cable */
  async #networks(): Promise<Network> {
    const cable = await this.#network("cable", CABLE);
    const doomed = await this.#network("doomed", "10.99.0.0/24");
    const changed = await this.#call<Network>("PUT", `/api/networks/${doomed.id}`, { description: "soon gone", vlan_id: 7 });
    this.#note("network.updated", { ...changed, changes: ["vlan_id", "description"] });
    await this.#call("DELETE", `/api/networks/${doomed.id}`);
    this.#note("network.deleted", changed);
    return cable;
  }

  async #devices(): Promise<void> {
    const { id } = await this.#device("switch", "10.50.0.1", "10.50.0.2");
    const rack = await this.#device("rack");
    await this.#call("POST", `/api/devices/${rack.id}/relationships`, { child_id: id, type: "contains" });
    const [relationship] = await this.#call<Relationship[]>("GET", `/api/devices/${rack.id}/relationships`);
    this.#note("relationship.created", relationship as Relationship);
    const changed = await this.#call<Device>("PUT", `/api/devices/${id}`, { name: "überswitch ✓", tags: ["core"] });
    this.#note("device.updated", { ...ofDevice(changed), changes: ["name", "tags"] });
    await this.#call("DELETE", `/api/devices/${id}`);
    this.#note("relationship.deleted", relationship as Relationship);
    this.#note("device.deleted", ofDevice(changed));
  }

  /** Creates, changes and deletes a record. */
  async #record(path: string, kind: string, body: object, change: object): Promise<void> {
    const record = await this.#call<{ readonly id: string }>("POST", path, body);
    this.#note(`${kind}.created`, record);
    const changed = await this.#call<object>("PUT", `${path}/${record.id}`, change);
    this.#note(`${kind}.updated`, { ...changed, changes: Object.keys(change) });
    await this.#call("DELETE", `${path}/${record.id}`);
    this.#note(`${kind}.deleted`, changed);
  }

  async #agents(): Promise<void> {
    const { token, ...agent } = await this.#call<{ readonly id: string; readonly token: string }>("POST", "/api/agents", { name: "north" });
    this.#note("agent.created", agent);
    const changed = await this.#call<object>("PUT", `/api/agents/${agent.id}`, { labels: { rack: "a1" } });
    this.#note("agent.updated", { ...changed, changes: ["labels"] });
    const work = async (instance: string): Promise<number> =>
      (await this.#lab.call("POST", "/api/agent/work", { instance, wait_seconds: 0 }, token)).status;
    assert.deepEqual([await work("first process"), await work("second process")], [200, 409]);
    const told = await this.#call<object>("GET", `/api/agents/${agent.id}`);
    this.#note("agent.second_process", told);
    await this.#call("DELETE", `/api/agents/${agent.id}`);
    this.#note("agent.deleted", told);
  }

  async #fields(): Promise<void> {
    const field = await this.#call<Field>("POST", "/api/fields", { record: "pool", name: "owner", type: "text" });
    this.#note("field.created", field);
    const changed = await this.#call<Field>("PUT", `/api/fields/${field.id}`, { label: "Owner" });
    this.#note("field.updated", { ...changed, changes: ["label"] });
    await this.#call("DELETE", `/api/fields/${field.id}`);
    this.#note("field.deleted", changed);
  }

  async #plans(): Promise<void> {
    const plan = async (name: string): Promise<Plan> => {
      const made = await this.#call<Plan>("POST", "/api/plans", { title: name, steps: [{ operation: "spaces.create", body: { name } }] });
      this.#note("plan.created", ofPlan(made));
      return made;
    };
    const refused = await plan("blue");
    this.#note("plan.rejected", ofPlan(await this.#call<Plan>("POST", `/api/plans/${refused.id}/reject`, { note: "not now" })));
    const wanted = await plan("green");
    this.#note("plan.applied", ofPlan(await this.#call<Plan>("POST", `/api/plans/${wanted.id}/apply`)));
    const [space] = await this.#call<Space[]>("GET", "/api/spaces?name=green");
    this.#note("space.created", space as Space);
  }

  async #conflict(): Promise<void> {
    await this.#device("one", "10.50.0.9");
    const two = await this.#device("two", "10.50.0.9");
    const [detected] = await this.#call<Conflict[]>("GET", "/api/conflicts?status=active");
    this.#note("conflict.detected", detected as Conflict);
    const moved = await this.#call<Device>("PUT", `/api/devices/${two.id}`, { addresses: [{ ip: "10.50.0.10" }] });
    this.#note("device.updated", { ...ofDevice(moved), changes: ["addresses"] });
    this.#note("conflict.resolved", await this.#call<Conflict>("GET", `/api/conflicts/${detected?.id}`));
  }

  async #pool({ id: network_id }: Network): Promise<void> {
    const pool = await this.#call<Pool>("POST", `/api/networks/${network_id}/pools`, {
      name: "small",
      start_ip: "10.77.0.4",
      end_ip: "10.77.0.5",
    });
    this.#note("pool.created", pool);
    await this.#call("POST", `/api/pools/${pool.id}/allocations`, { count: 1 });
    // From half full to full: only now is the threshold crossed.
    await this.#call("POST", `/api/pools/${pool.id}/allocations`, { count: 1 });
    this.#note("pool.utilization_high", { pool_id: pool.id, pool_name: "small", network_id, utilization: 100, threshold: 90 });
    const changed = await this.#call<Pool>("PUT", `/api/pools/${pool.id}`, { tags: ["full"] });
    this.#note("pool.updated", { ...changed, changes: ["tags"] });
    await this.#call("DELETE", `/api/pools/${pool.id}`);
    this.#note("pool.deleted", changed);
  }

  async #discovery({ id: network }: Network): Promise<void> {
    const stray = await this.#device("stray", STRAY);
    const started = await this.#call<Scan>("POST", `/api/discovery/networks/${network}/scan`, { scan_type: "quick", exclude_ips: SERVER });
    // It is told of when it runs, by which time the scan has got a scanner.
    this.#note("discovery.started", {
      ...started,
      status: "running",
      scanner: "connect",
      started_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const completed = await vi.waitFor(
      async () => {
        const scan = await this.#call<Scan>("GET", `/api/discovery/scans/${started.id}`);
        assert.equal(scan.status, "completed", scan.error_message);
        return scan;
      },
      { timeout: 30_000, interval: 100 },
    );
    this.#note("discovery.completed", completed);
    const found = await this.#call<DiscoveredDevice[]>("GET", `/api/discovery/devices?network_id=${network}`);
    assert.deepEqual(
      found.map(({ ip }) => ip),
      [RECEIVER],
    );
    const [host] = found as [DiscoveredDevice];
    this.#note("discovery.device_found", host);
    const device = await this.#call<Device>("POST", `/api/discovery/devices/${host.id}/promote`, { name: "receiver" });
    this.#note("device.created", ofDevice(device));
    this.#note("device.promoted", ofDevice(device));
    await this.#missing(stray, network, completed.completed_at);
  }

  /** One scan did not see it, which is enough here; then it gets a lease. */
  async #missing({ id, name }: Device, network: string, since: string | null): Promise<void> {
    const missing = { device_id: id, device_name: name, ip: STRAY, network_id: network, since };
    this.#note("device.missing", { ...missing, last_seen: null });
    await writeFile(this.#leases, `0 02:00:00:00:77:05 ${STRAY} stray *\n`);
    const source = await this.#call<{ readonly id: string }>("POST", "/api/discovery/lease-sources", {
      name: "cable",
      type: "dnsmasq",
      path: this.#leases,
      network_ids: [network],
      enabled: false,
    });
    await this.#call("POST", `/api/discovery/lease-sources/${source.id}/read`);
    const found = await this.#call<DiscoveredDevice[]>("GET", `/api/discovery/devices?network_id=${network}`);
    this.#note("discovery.device_found", found.find(({ ip }) => ip === STRAY) as DiscoveredDevice);
    this.#note("device.returned", { ...missing, last_seen: expect.any(String) });
  }
}
