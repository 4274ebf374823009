import { isUnknown, onSeen, siteAndIpOf, type Works } from "./desk.ts";

/** What people do with what was discovered. */
export const WORKS_ON_SEEN: Works = [
  [
    2,
    onSeen(isUnknown, async ({ call, truth }, { id, ip }) => {
      await call(`POST /api/discovery/devices/${id}/promote`, { name: `found ${ip} ${truth.day} ${truth.hex(4)}` });
    }),
  ],
  [
    1,
    async ({ call, random, seen }) => {
      const unknown = seen.filter(isUnknown);
      const from = random.between(0, Math.max(0, unknown.length - 3));
      const ids = unknown.slice(from, from + 3).map(({ id }) => id);
      if (ids.length > 0) await call("POST /api/discovery/promote", { ids, group_by: "mac" });
    },
  ],
  [
    1,
    onSeen(isUnknown, async (desk, one) => {
      const [site] = siteAndIpOf(desk, one);
      const device = desk.random.pick(desk.recorded.devices.filter((each) => desk.recorded.siteOf(each) === site));
      if (device !== undefined) await desk.call(`POST /api/discovery/devices/${one.id}/link`, { device_id: device.id });
    }),
  ],
  [
    5,
    onSeen(
      ({ state }) => state === "differs",
      async ({ call, random }, { id }) => {
        await call(`POST /api/discovery/devices/${id}/accept`, random.next() < 0.7 ? {} : { fields: ["mac", "hostname"] });
      },
    ),
  ],
  [
    2,
    onSeen(
      ({ state }) => state === "known",
      async ({ call }, { id }) => await call(`POST /api/discovery/devices/${id}/accept`, { fields: ["mac", "switch_port"] }),
    ),
  ],
  [
    2,
    onSeen(
      ({ ignored_at: ignored }) => ignored === null,
      async (desk, one) => {
        await desk.call(`POST /api/discovery/devices/${one.id}/ignore`, { note: "as it should be" });
        desk.model.ignore(...siteAndIpOf(desk, one), true);
      },
    ),
  ],
  [
    1,
    onSeen(
      ({ state }) => state === "ignored",
      async (desk, one) => {
        await desk.call(`DELETE /api/discovery/devices/${one.id}/ignore`);
        desk.model.ignore(...siteAndIpOf(desk, one), false);
      },
    ),
  ],
  [
    1,
    onSeen(
      ({ status }) => status === "down",
      async (desk, one) => {
        await desk.call(`DELETE /api/discovery/devices/${one.id}`);
        desk.model.forget(...siteAndIpOf(desk, one));
      },
    ),
  ],
];
