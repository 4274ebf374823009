import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Space as SpaceRecord } from "../contract/generated/api.ts";
import type { RecordView } from "../contract/record-functions.ts";
import { nextSpaceNumber } from "../address-space/space-numbers.ts";
import { name, text } from "../records/record-field.ts";
import { defineRecord } from "../records/record-kind.ts";

export type Space = SpaceRecord;

/** An address space (a VRF). Addresses, networks and conflicts name the space that they are in by its number. */
export const Space = defineRecord({
  name: "space",
  label: "Address space",
  description: "An address space (a VRF), which datacenters and networks may be in: in it, an address is unique",
  area: "ipam",
  fields: {
    name: name().describe("Its name, unique among the spaces"),
    rd: text({ max: 64, isLine: true }).optional().describe("Route distinguisher, as routers have it; any text"),
    description: text({ max: 4096 }).optional().describe("Free text"),
  },
  unique: [["name"]],
  search: ["name", "rd", "description"],
  isPlace: true,
  changesNetworks: true,
  checkDeletion: async ({ id }, view) => await mustBeEmpty(view, id),
  earlier: {
    columns: { number: { type: "integer" }, name_key: { type: "text" }, search_text: { type: "text" }, doc: { type: "text" } },
    given: async (change) => {
      await change.lock({ on: "name", name: "space-numbers" });
      return { number: await nextSpaceNumber(change) };
    },
    derived: ({ id, name: called, rd, description, created_at, updated_at }) => ({
      doc: JSON.stringify({ id, name: called, rd, description, created_at, updated_at }),
    }),
  },
});

/** @throws CONFLICT while datacenters or networks are in the space */
async function mustBeEmpty(view: RecordView, id: string): Promise<void> {
  const count = await view.get<{ datacenters: number; networks: number }>(
    `select (select count(*) from datacenter where space_id = ?) as datacenters,
       (select count(*) from network where space_id = ?) as networks`,
    [id, id],
  );
  const { datacenters = 0, networks = 0 } = count ?? {};
  const inside = [counted(datacenters, "datacenter"), counted(networks, "network")].filter((one) => one !== "").join(" and ");
  if (inside === "") return;
  throw coreErrors.CONFLICT({ reason: `the space holds ${inside}: give them another space_id, or delete them, before it` });
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
