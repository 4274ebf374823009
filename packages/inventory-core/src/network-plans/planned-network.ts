import { type Cidr, cidrOf } from "../address/cidr.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { networkErrors } from "../networks/network.errors.ts";
import type { NetworkRow } from "../networks/network.entity.ts";
import type { PlanCreate, PlannedStep } from "../plans/plan.ts";
import { MAX_RECORDS } from "../plans/rehearsal.ts";

/** A network as plans of it need it. */
export type PlannedNetwork = Pick<
  NetworkRow,
  "id" | "name" | "subnet" | "space" | "space_id" | "datacenter_id" | "first_key" | "last_key" | "prefix_length" | "cidr_key"
>;

/** Columns of a {@link PlannedNetwork}. */
export const PLANNED = "id, name, subnet, space, space_id, datacenter_id, first_key, last_key, prefix_length, cidr_key";

/** @throws NETWORK_NOT_FOUND */
export async function plannedNetwork(queries: Queries, id: string): Promise<PlannedNetwork> {
  const row = await queries.get<PlannedNetwork>(`select ${PLANNED} from network where id = ?`, [id]);
  if (row === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id });
  return row;
}

/** Where it lies. */
export const cidrOfNetwork = ({ first_key: first, prefix_length: length }: PlannedNetwork): Cidr => cidrOf(first, length);

const MAX_TITLE = 255;

/** A plan with a title that names networks, however long their names are. */
export const planOf = (title: string, steps: readonly PlannedStep[]): PlanCreate => ({
  title: [...title].slice(0, MAX_TITLE).join("").trimEnd(),
  description: "",
  steps: [...steps],
});

/** Refuses before any work what no plan shows. @throws CONFLICT */
export async function refuseTooMany(queries: Queries, networkIds: readonly string[]): Promise<void> {
  const limit = MAX_RECORDS + 1;
  const row = await queries.get<{ n: number }>(
    `select count(*) as n from (
       select device_id from (select distinct device_id from address where network_id = any(?) limit ${limit}) devices
       union all select id from (
         select h.id from allocation h join pool p on p.id = h.pool_id where p.network_id = any(?) limit ${limit}) held
     ) touched`,
    [networkIds, networkIds],
  );
  if ((row?.n ?? 0) > MAX_RECORDS) throw tooMany();
}

/** More would change than a plan shows. */
export const tooMany = (): Error =>
  coreErrors.CONFLICT({ reason: `more than ${MAX_RECORDS} records would change, which is more than a plan shows` });
