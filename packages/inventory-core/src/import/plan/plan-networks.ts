import { cidrKey, parseCidr } from "../../address/cidr.ts";
import { COMMON_SPACE, type NetworkRange, spacesOfDatacenters } from "../../address-space/locate.ts";
import { draftOf } from "../../contract/errors/validation.ts";
import { NetworkCreate, NetworkUpdate } from "../../networks/network.ts";
import { checkPoolsFit } from "../../pools/network-pools.ts";
import { networkDocuments } from "../../networks/network.entity.ts";
import type { Candidate } from "./candidate.ts";
import { findBySubnet, findDocuments, severalOf } from "./find-records.ts";
import { claimKey, compareFields, finish, idFor, type PlanContext, takeProblems } from "./plan-context.ts";
import type { PlanStep } from "./import-plan.ts";

/** A subnet that was checked. */
function rangeOf(subnet: string): {
  readonly first_key: string;
  readonly last_key: string;
  readonly cidr_key: string;
  readonly text: string;
} {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) throw new TypeError(`${subnet} is no canonical subnet`);
  return { first_key: parsed.cidr.first, last_key: parsed.cidr.last, cidr_key: cidrKey(parsed.cidr), text: parsed.cidr.text };
}

/** Plans networks: they are known by datacenter and subnet. */
export async function planNetworks(context: PlanContext, candidates: readonly Candidate[]): Promise<PlanStep[]> {
  const { queries, register } = context;
  const rows = candidates.map((candidate) => {
    const patch = draftOf(NetworkUpdate, candidate.raw);
    const { subnet } = patch.fields;
    return { candidate, patch, key: subnet === undefined ? undefined : rangeOf(subnet).cidr_key };
  });
  const bySubnet = Map.groupBy(
    await findBySubnet(queries, [...new Set(rows.flatMap(({ key }) => key ?? []))]),
    ({ name, scope }) => `${scope} ${name}`,
  );
  const ids = new Set([...candidates.flatMap(({ givenId }) => givenId ?? []), ...[...bySubnet.values()].flat().map(({ id }) => id)]);
  const records = await findDocuments(queries, networkDocuments, [...ids]);
  const datacenters = rows.map(
    ({ candidate, patch }) => patch.fields.datacenter_id ?? records.get(candidate.givenId ?? "")?.datacenter_id ?? null,
  );
  const spaces = await spacesOfDatacenters(queries, datacenters);
  const steps: PlanStep[] = [];
  for (const { candidate, patch, key } of rows) {
    const own = records.get(candidate.givenId ?? "");
    const datacenter = patch.fields.datacenter_id === undefined ? (own?.datacenter_id ?? null) : patch.fields.datacenter_id;
    const [found] = key === undefined ? [] : (bySubnet.get(`${datacenter ?? ""} ${key}`) ?? []);
    if (own === undefined && found !== undefined && found.count > 1)
      candidate.conflict(`could be ${severalOf(`networks ${patch.fields.subnet}`, found)}`, "subnet");
    if (own !== undefined && found !== undefined && found.count === 1 && found.id !== own.id)
      candidate.conflict(`is the subnet of another network, ${found.id}`, "subnet");
    const before = own ?? (found === undefined ? undefined : records.get(found.id));
    if (before === undefined) {
      takeProblems(candidate, draftOf(NetworkCreate, candidate.raw));
      candidate.id = idFor(context, candidate);
    } else {
      if (patch.fields.subnet !== undefined && patch.fields.subnet !== before.subnet)
        await checkPoolsFit(queries, before.id, rangeOf(patch.fields.subnet), patch, context.principal);
      takeProblems(candidate, patch);
      candidate.id = before.id;
      compareFields(candidate, before, patch.fields);
    }
    const { name = before?.name, subnet = before?.subnet } = patch.fields;
    const whole = subnet === undefined ? undefined : rangeOf(subnet);
    claimKey(context, candidate, whole === undefined ? undefined : `${datacenter ?? ""} ${whole.cidr_key}`, "network");
    const names = {
      ...(name === undefined ? {} : { network: name }),
      ...(whole === undefined ? {} : { "network subnet": whole.cidr_key }),
    };
    const step = finish(context, candidate, { scope: datacenter ?? "", names, known: before !== undefined });
    steps.push(step);
    if (whole === undefined || (step.action !== "create" && step.action !== "update")) continue;
    const range: NetworkRange = {
      ...whole,
      id: candidate.id,
      subnet: whole.text,
      space: spaces.get(datacenter) ?? register.plannedSpace(datacenter) ?? COMMON_SPACE,
    };
    register.networks.set(range.id, range);
  }
  return steps;
}
