import type { Pool } from "@cadastre/client";
import ipaddr from "ipaddr.js";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import { type Choice, choicesOf } from "../input/name-choices.ts";
import type { Values } from "../input/record-file.ts";
import { idOf, severalChoices } from "../input/record-names.ts";
import { asRows } from "../output/table.ts";
import type { Session } from "./run-operation.ts";

type Options = Readonly<Record<string, unknown>>;

/** Pools that are looked up for a question. */
const MAX_NAMED = 20;

/**
 * The pool that addresses are to come from: that of `--pool`, or the only one of the networks that `--network` or `--vlan`
 * names (with `ip`: the only one that holds that address). Which of several pools is meant is never guessed.
 * @throws CommandFailure, CadastreError
 */
export async function poolOf(values: Values, session: Session, { network, vlan, datacenter }: Options): Promise<Values> {
  const place = typeof datacenter === "string" ? datacenter : undefined;
  if (typeof values["id"] === "string") {
    if (vlan !== undefined) throw usageFailure("--vlan cannot be combined with --pool");
    const path = [place, network, values["id"]].filter((part) => typeof part === "string");
    if (place !== undefined && network === undefined) throw usageFailure("--datacenter requires --network or --vlan");
    return { id: path.join("/") };
  }
  if ((network === undefined) === (vlan === undefined)) throw usageFailure("pass --pool NAME, --network NAME or --vlan NUMBER");
  const what =
    typeof network === "string"
      ? place === undefined
        ? network
        : `${place}/${network}`
      : `VLAN ${String(vlan)}${place === undefined ? "" : ` of ${place}`}`;
  const networks = typeof network === "string" ? [await idOf(what, "network", session.client)] : await networksOfVlan(vlan, place, session);
  if (networks.length === 0) throw new CommandFailure(`there is no network with ${what}`, EXIT.notFound);
  const pools: Pool[] = [];
  for (const id of networks) pools.push(...(await session.client.pools.list(id)));
  const holding = typeof values["ip"] === "string" ? pools.filter((pool) => holds(pool, String(values["ip"]))) : pools;
  const [only] = holding;
  if (only === undefined) throw nonePool(what, networks.length, pools.length > 0 ? String(values["ip"]) : undefined);
  if (holding.length > 1) throw severalChoices(`${what} has ${holding.length} pools; select one of:`, await choicesAmong(holding, session));
  return { id: only.id };
}

async function networksOfVlan(vlan: unknown, place: string | undefined, { client }: Session): Promise<readonly string[]> {
  if (!Number.isInteger(vlan)) throw usageFailure("--vlan must be a whole number");
  const filter = place === undefined ? {} : { datacenter_id: await idOf(place, "datacenter", client) };
  return (await client.networks.list({ vlan_id: Number(vlan), ...filter })).map(({ id }) => id);
}

/** What to type for each of some pools. */
async function choicesAmong(pools: readonly Pool[], { client }: Session): Promise<readonly Choice[]> {
  const named = await client.names.find({ id: pools.slice(0, MAX_NAMED).map(({ id }) => id), type: ["pool"] });
  return choicesOf(asRows(named)).map(({ type, about }) => ({ type: `--pool ${type}`, about }));
}

function holds({ start_ip: start, end_ip: end }: Pool, ip: string): boolean {
  // What is no address is the service's to refuse.
  if (!ipaddr.isValid(ip)) return true;
  const [first, last, asked] = [start, end, ip].map((text) => ipaddr.parse(text)) as [ipaddr.IPv4, ipaddr.IPv4, ipaddr.IPv4];
  return first.kind() === asked.kind() && compare(first, asked) <= 0 && compare(asked, last) <= 0;
}

/** Addresses of one family in the order of their bytes. */
const compare = (one: ipaddr.IPv4, other: ipaddr.IPv4): number =>
  Buffer.compare(Buffer.from(one.toByteArray()), Buffer.from(other.toByteArray()));

function nonePool(what: string, networks: number, ip: string | undefined): CommandFailure {
  if (ip !== undefined) return new CommandFailure(`no pool of ${what} holds ${ip}`, EXIT.notFound);
  const create = "cadastre pool create NETWORK --name NAME --start-ip FIRST --end-ip LAST";
  return new CommandFailure(
    `${what} has no pool${networks > 1 ? " in any of its networks" : ""}, and addresses are allocated from ` +
      `pools:\ncreate one with ${create}`,
    EXIT.notFound,
  );
}
