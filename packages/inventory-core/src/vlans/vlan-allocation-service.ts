import { inSlices } from "../background/in-slices.ts";
import { Draft, Problems } from "../contract/errors/validation.ts";
import { characters } from "../contract/operations/fields.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { canonicalJson } from "../contract/operations/request-key.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import type { AnyRecord, RecordWriter } from "../records/record-types.ts";
import { givenTo, KeyedAnswers, keyOfCall } from "../storage/allocation-keys/keyed-answers.ts";
import { VIDS, VlanGroup } from "./vlan-group.ts";
import { type GivenVlan, vlanKeys } from "./vlan-keys.ts";
import { vlanErrors } from "./vlan.errors.ts";
import type { VlanRequest } from "./vlan-request.ts";

export const VLAN_ALLOCATIONS = serviceToken<VlanAllocationService>("vlan-allocations");

/** A group, as requests for its numbers need it. */
interface Group {
  readonly id: string;
  readonly name: string;
  readonly min_vid: number;
  readonly max_vid: number;
}

/** A VLAN that a request was given. */
type Given = AnyRecord & GivenVlan;

const MAX_NAME = 255;

/** VLANs that are written between two turns of the event loop. */
const SLICE = 32;

/** Gives out the numbers of VLAN groups: none twice, all or none, the same again for the same key. */
export class VlanAllocationService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #vlans: RecordWriter;

  constructor(storage: OpenStorage, writes: WritePath, vlans: RecordWriter) {
    this.#storage = storage;
    this.#writes = writes;
    this.#vlans = vlans;
  }

  /** @throws VLAN_GROUP_NOT_FOUND */
  async groupMustExist(id: string): Promise<void> {
    await groupOf(this.#storage.read, id);
  }

  /** The lowest free number of a group, which is not reserved. @throws VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE */
  async nextVid(id: string): Promise<{ readonly vid: number }> {
    const group = await groupOf(this.#storage.read, id);
    const [vid] = await freeVids(this.#storage.read, group, 1);
    return { vid: vid as number };
  }

  /**
   * Creates VLANs of a group: of the `count` lowest free numbers, or of exactly `vid`.
   * @throws VLAN_GROUP_NOT_FOUND, VALIDATION_ERROR, VID_NOT_AVAILABLE, CONFLICT for a key that was used with other arguments
   */
  async allocate(id: string, draft: Draft<VlanRequest>, call: CallContext): Promise<{ readonly vlans: AnyRecord[] }> {
    const { problems, fields } = draft;
    const { count, vid } = fields;
    if (typeof vid === "number" && count !== undefined && count !== 1) problems.add("count", "must be 1 with vid, which is one number");
    if (count !== undefined && count > 1 && characters(`${fields.name}-${VIDS.max}`) > MAX_NAME)
      problems.add("name", `must be shorter: with the number of each VLAN it has more than ${MAX_NAME} characters`);
    const given = draft.valid();
    const request = { ...given, key: keyOfCall(given.key, call) };
    const served = await this.#writes.run(call, async (change) => await this.#serve(change, id, request));
    return { vlans: givenTo(call, served) };
  }

  async #serve(
    change: Change,
    id: string,
    request: VlanRequest,
  ): Promise<{ readonly records: readonly Given[]; readonly isReplay: boolean }> {
    await change.lock({ on: "topology", mode: "shared" });
    // Writers of VLANs of a group hold it.
    await change.lock({ on: "record", table: VlanGroup.name, id });
    const group = await groupOf(change, id);
    const { key, ...asked } = request;
    const keyed = new KeyedAnswers<Given, GivenVlan>(
      await vlanKeys.earlier(change, id, key === null ? [] : [key], async (ids) => await this.#present(change, id, ids)),
      { fields: "vid, count, name or other field", nameOf: ({ vid }) => `VLAN ${vid}`, went: "deleted", plural: "VLANs" },
    );
    const keyedRequest = { key, fingerprint: canonicalJson(asked) };
    const answered = keyed.answerOf(keyedRequest);
    if (answered instanceof Error) throw answered;
    if (answered !== undefined) return { records: answered, isReplay: true };
    const { vid, count, ...fields } = asked;
    const records: Given[] = [];
    for await (const slice of inSlices(await vidsFor(change, group, vid, count), SLICE)) {
      for (const one of slice) {
        const own = { ...fields, vid: one, group_id: id, name: nameOf(fields.name, one, count) };
        records.push((await this.#vlans.createWithin(change, new Draft(own, new Problems()))) as Given);
      }
      // Every later flush would check all records that the unit of work holds.
      change.em.clear();
    }
    keyed.give(keyedRequest, records);
    await vlanKeys.remember(
      change,
      id,
      keyed.given((record) => ({ id: record.id, vid: record.vid })),
    );
    return { records, isReplay: false };
  }

  /** Those of some VLANs that are still in a group. */
  async #present(queries: Queries, groupId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Given>> {
    const rows = await queries.all<{ id: string }>("select id from vlan where group_id = ? and id = any(?)", [groupId, [...ids]]);
    const there = rows.map((row) => row.id);
    return new Map((await this.#vlans.present(queries, there)).map((record) => [record.id, record as Given]));
  }
}

/** The name of one of the VLANs of a request; empty for that of its number. */
const nameOf = (name: string, vid: number, count: number): string => (name === "" || count === 1 ? name : `${name}-${vid}`);

async function groupOf(queries: Queries, id: string): Promise<Group> {
  const group = await queries.get<Group>("select id, name, min_vid, max_vid from vlan_group where id = ?", [id]);
  if (group === undefined) throw VlanGroup.notFoundError(id);
  return group;
}

/** The numbers that a request is given. @throws VID_NOT_AVAILABLE */
async function vidsFor(queries: Queries, group: Group, vid: number | null, count: number): Promise<readonly number[]> {
  if (vid === null) return await freeVids(queries, group, count);
  const taken = await queries.get("select 1 as one from vlan where group_id = ? and vid = ?", [group.id, vid]);
  if (taken !== undefined) throw vlanErrors.VID_NOT_AVAILABLE({ group: group.name, vid });
  return [vid];
}

/** The lowest free numbers of a group. @throws VID_NOT_AVAILABLE when it has fewer */
async function freeVids(queries: Queries, { id, name, min_vid: min, max_vid: max }: Group, count: number): Promise<readonly number[]> {
  const rows = await queries.all<{ vid: number }>("select vid from vlan where group_id = ?", [id]);
  const taken = new Set(rows.map((row) => row.vid));
  const free: number[] = [];
  for (let vid = min; vid <= max && free.length < count; vid += 1) if (!taken.has(vid)) free.push(vid);
  if (free.length < count) throw vlanErrors.VID_NOT_AVAILABLE({ group: name, min_vid: min, max_vid: max, count });
  return free;
}
