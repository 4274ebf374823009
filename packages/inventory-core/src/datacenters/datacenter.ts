import { namedSpace, nextSpaceNumber, numbersOfSpaces } from "../address-space/space-numbers.ts";
import { SpaceParameter } from "../address-space/space-field.ts";
import type { Datacenter as DatacenterRecord } from "../contract/generated/api.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { defineRecord } from "../records/record-kind.ts";
import { name, reference, text } from "../records/record-field.ts";
import { endOfVersion } from "../storage/document-version.ts";

export type Datacenter = DatacenterRecord;

/** Version of the stored documents, which hosts of an earlier version read: 2 has `space_id`, 3 custom fields. */
const DOCUMENT_VERSION = 3;

/**
 * A datacenter: a site. `space` of its row numbers its private address space, `home` the one that it is in: that of `space_id`, else the
 * private one. What moves with it is in `datacenter-kind.ts`: readers of imports have this declaration in browsers.
 */
export const Datacenter = defineRecord({
  name: "datacenter",
  description: "A site; its networks and devices are in the address space that it names, or in a private one",
  fields: {
    name: name().describe("Its name"),
    location: text({ max: 255 }).optional().describe("Where it is"),
    space_id: reference("space")
      .optional()
      .describe("Id of the address space that its networks and devices are in; a private one where null"),
    description: text({ max: 4096 }).optional().describe("Free text"),
  },
  search: ["name", "location", "description"],
  operator: ["list", "read"],
  effects: { delete: "Networks and devices of the datacenter stay, with an empty datacenter_id." },
  inside: "devices and networks",
  filters: {
    space_id: {
      parameter: SpaceParameter.optional(),
      condition: (id) => {
        const space = namedSpace(id);
        return { sql: `t.home = ${space.sql}`, params: space.params };
      },
    },
  },
  isPlace: true,
  changesNetworks: true,
  earlier: {
    columns: {
      space: { type: "integer" },
      home: { type: "integer" },
      name_key: { type: "text" },
      search_text: { type: "text" },
      doc: { type: "text" },
    },
    given: async (change, { space_id: spaceId }) => {
      await change.lock({ on: "name", name: "space-numbers" });
      const space = await nextSpaceNumber(change);
      return { space, home: (await spaceOf(change, spaceId as string | null)) ?? space };
    },
    derived: ({ id, name: called, location, space_id, description, fields, created_at, updated_at }) => ({
      doc:
        JSON.stringify({ id, name: called, location, space_id, description, fields, created_at, updated_at }).slice(0, -1) +
        endOfVersion(DOCUMENT_VERSION),
    }),
    expected: { home: "coalesce((select s.number from space s where s.id = t.space_id), t.space)" },
  },
});

/** Number of an address space; undefined for none. */
export const spaceOf = async (change: Change, id: string | null): Promise<number | undefined> =>
  (await numbersOfSpaces(change, [id])).get(id);
