import type { Conflict, Device, HistoryEntry, Plan } from "@cadastre/inventory-core";
import { onDevice, type Works } from "./desk.ts";

const copyOf = ({ datacenter_id: datacenter, addresses }: Device, name: string): object => ({
  name,
  datacenter_id: datacenter,
  addresses: addresses.map(({ ip }) => ({ ip })),
});

/** What people do to a register without looking whether it is so. */
export const WORKS_ON_REGISTER: Works = [
  [2, onDevice(async ({ call, truth }, { id }) => await call(`PUT /api/devices/${id}`, { hostname: `typo-${truth.hex(4)}` }))],
  [
    2,
    onDevice(async ({ call, truth, recorded }, device) => {
      const ip = truth.freeIp(recorded.siteOf(device), "198.18.0.1", false);
      const [first, ...rest] = device.addresses;
      if (first !== undefined) await call(`PUT /api/devices/${device.id}`, { addresses: [{ ip, mac: first.mac }, ...rest] });
    }),
  ],
  [
    1,
    onDevice(async ({ call, truth }, device) => {
      const mac = truth.random.pick(truth.machines)?.mac ?? "";
      await call(`PUT /api/devices/${device.id}`, { addresses: device.addresses.map((address) => ({ ...address, mac })) });
    }),
  ],
  [1, onDevice(async ({ call }, { id }) => await call(`DELETE /api/devices/${id}`))],
  [
    1,
    onDevice(async ({ call, random }, { id }) => {
      const status = random.next() < 0.5 ? "active" : "maintenance";
      await call("POST /api/devices/bulk-update", { ids: [id], set: { status } });
    }),
  ],
  [1, onDevice(async ({ call, truth }, device) => await call("POST /api/devices", copyOf(device, `copy ${truth.day} ${truth.hex(4)}`)))],
  [
    1,
    onDevice(async ({ call, truth }, device) => {
      const plan = await call<Plan>("POST /api/plans", {
        title: "A spare, and another name",
        steps: [
          { operation: "devices.create", body: { ...copyOf(device, `spare ${truth.day} ${truth.hex(4)}`), status: "planned" } },
          { operation: "devices.update", params: { id: "$0.id" }, body: { hostname: "spare" } },
          {
            operation: "devices.update",
            params: { id: device.id },
            body: { domains: [`${device.name.replaceAll(/[^a-z0-9]/g, "-")}.example`] },
          },
        ],
      });
      await call(`POST /api/plans/${plan.id}/apply`);
    }),
  ],
  [
    2,
    onDevice(async ({ call }, { id }) => {
      const [newest] = await call<HistoryEntry[]>(`GET /api/devices/${id}/history`);
      // Whole sites were recorded at once: that stays.
      if (newest === undefined || newest.change_id === null || newest.action === "create") return;
      const plan = await call<Plan>(`POST /api/changes/${newest.change_id}/undo`);
      await call(`POST /api/plans/${plan.id}/apply`);
    }),
  ],
  [
    3,
    async ({ call, random, recorded, model }) => {
      const all = await call<Conflict[]>("GET /api/conflicts?status=active");
      const conflict = random.pick(all.toSorted((a, b) => (a.description < b.description ? -1 : 1)));
      if (conflict === undefined) return;
      const { id, type, device_ids: devices, network_ids: networks, ip_address: ip } = conflict;
      const isDuplicate = type === "duplicate_ip";
      await call(`POST /api/conflicts/${id}/resolve`, isDuplicate ? { keep_device_id: devices.toSorted()[0] } : { notes: "a new card" });
      if (!isDuplicate) model.settle(recorded.siteOfNetwork(networks[0] ?? ""), ip);
    },
  ],
];
