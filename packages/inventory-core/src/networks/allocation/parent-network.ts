import { familyOf } from "../../address/address-key.ts";
import { Draft } from "../../contract/errors/validation.ts";
import { characters } from "../../contract/operations/fields.ts";
import type { ParentPlace } from "../../contract/cascades.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { checkOwnFields } from "../../fields/check-own-fields.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import type { NetworkRow } from "../network.entity.ts";
import { networkErrors } from "../network.errors.ts";
import { checkVlan, type VlanLink } from "../vlan-links.ts";
import { checkSpace } from "../network-service.ts";
import type { NetworkRequest } from "./network-request.ts";

/** A network in which others are given. */
export type ParentNetwork = Pick<NetworkRow, "subnet" | "first_key" | "prefix_length" | "datacenter_id" | "space_id"> & ParentPlace;

/** @throws NETWORK_NOT_FOUND */
export async function parentNetwork(queries: Queries, id: string): Promise<ParentNetwork> {
  const parent = await queries.get<ParentNetwork>(
    `select n.id, n.subnet, n.space, n.first_key, n.prefix_length, n.datacenter_id, n.space_id, min(s.id) as holder_id,
       count(s.id) as same_count
     from network n join network s on s.space = n.space and s.cidr_key = n.cidr_key where n.id = ? group by n.id`,
    [id],
  );
  if (parent === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  return parent;
}

const LONGEST = { 4: 32, 6: 128 } as const;

const MAX_NAME = 255;

/** The names of the networks of a request: `name`, or `name-1`, `name-2` and so on. */
export const namesOf = ({ name, count }: Pick<NetworkRequest, "name" | "count">): readonly string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

/**
 * What speaks against a request, whatever is free: its length, another space than that of the parent, own fields. Added to its problems.
 * @returns its own fields, and the VLAN and number of its networks
 */
export async function checkRequest(
  queries: Queries,
  parent: ParentNetwork,
  draft: Draft<NetworkRequest>,
): Promise<{ readonly own: OwnFields; readonly link: VlanLink }> {
  const { problems, fields } = draft;
  const family = familyOf(parent.first_key);
  const { length, count, name } = fields;
  if (length !== undefined && length <= parent.prefix_length)
    problems.add("length", `must be longer than /${parent.prefix_length}, the prefix length of ${parent.subnet}`);
  else if (length !== undefined && length > LONGEST[family]) problems.add("length", `must be at most ${LONGEST[family]} in IPv${family}`);
  if (name !== undefined && count !== undefined && characters(namesOf({ name, count }).at(-1) ?? name) > MAX_NAME)
    problems.add("name", `must be shorter: with the number that each network gets it has more than ${MAX_NAME} characters`);
  // Unless one of the two is given, they are those of the parent.
  const isElsewhere = fields.space_id !== undefined || fields.datacenter_id !== undefined;
  if (isElsewhere && (await checkSpace(queries, draft, parent)) !== parent.space) {
    const field = fields.space_id === undefined && fields.datacenter_id !== undefined ? "datacenter_id" : "space_id";
    problems.add(field, `leads to another address space than that of ${parent.subnet}: leave it out`);
  }
  const { datacenter_id: datacenter = parent.datacenter_id } = fields;
  const link = await checkVlan(queries, new Draft({ ...fields, datacenter_id: datacenter }, problems), parent.space);
  return { own: await checkOwnFields(queries, "network", draft), link };
}
