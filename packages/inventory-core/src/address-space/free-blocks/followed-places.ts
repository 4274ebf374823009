import { runOfBlock } from "../../address/blocks.ts";
import { coveringCidrKeys } from "../../address/cidr.ts";
import { normalizeRuns, type Run } from "../../address/runs.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import type { NetworkPlace } from "../../contract/cascades.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { oldestNetworks } from "../locate.ts";
import type { BlockNetwork } from "./occupied.ts";
import { keepBlocks, refreshBlocks, takeRange } from "./refreshed-blocks.ts";
import { deleteBlocks, takeFromBlocks } from "./stored-blocks.ts";

/** A place in a space where a network comes or goes. */
export type BlockPlace = Pick<NetworkPlace, "space" | "cidr_key">;

interface Found extends BlockNetwork {
  readonly cidr_key: string;
  readonly blocks_kept: number;
  readonly child_count: number;
}

/** Networks whose blocks were kept before they began to move. */
const paused = new ChangeState(() => new Set<string>());

/** Leaves the free blocks of networks alone while they move; {@link followPlaces} of where they went brings them in line. */
export async function pauseBlocks(change: Change, networkIds: readonly string[]): Promise<void> {
  if (networkIds.length === 0) return;
  const kept = await change.all<{ id: string }>("select id from network where id = any(?) and blocks_kept = 1", [networkIds]);
  if (kept.length === 0) return;
  const ids = kept.map(({ id }) => id);
  await change.exec("update network set blocks_kept = 0 where id = any(?)", [ids]);
  for (const id of ids) paused.of(change).add(id);
}

/** Forgets the free blocks of a network that goes, and that were paused. */
export async function forgetBlocks(change: Change, networkId: string): Promise<void> {
  if (paused.seen(change)?.delete(networkId) === true) await deleteBlocks(change, networkId, ">", "");
}

/** Places that are looked at together. */
const TOGETHER = 100;

/**
 * Brings free blocks in line after networks came, went or moved, when they have their parents: those of the smallest networks around each
 * place, those of the networks at it, which may have other children now, and those of networks that have their first child.
 */
export async function followPlaces(change: Change, places: readonly BlockPlace[]): Promise<void> {
  // What lies in another place comes after it, and is brought in line with it.
  const sorted = places.toSorted((a, b) => a.space - b.space || (a.cidr_key < b.cidr_key ? -1 : 1));
  const done = new Map<string, Run>();
  const isDone = ({ id }: Found, { lo, hi }: Run): boolean => {
    const last = done.get(id);
    return last !== undefined && last.lo <= lo && hi <= last.hi;
  };
  for (let at = 0; at < sorted.length; at += TOGETHER) {
    const slice = sorted.slice(at, at + TOGETHER);
    const found = await networksAt(change, slice);
    for (const place of slice) {
      const { same, around } = found(place);
      const keep = async (network: Found, range: Run, work: () => Promise<void>): Promise<void> => {
        if (isDone(network, range)) return;
        done.set(network.id, range);
        await work();
      };
      for (const network of [...same, ...around]) {
        if (!(network.blocks_kept === 1 ? same.includes(network) : isToBeKept(change, network))) continue;
        await keep(network, { lo: network.first_key, hi: network.last_key }, async () => await keepBlocks(change, network));
      }
      const range = rangeOf(place);
      const follow = same.length > 0 ? takeRange : refreshBlocks;
      for (const network of around) {
        if (network.blocks_kept === 1) await keep(network, range, async () => await follow(change, network, range));
      }
    }
  }
}

/** Takes networks that came in free blocks of another one, which keeps them, out of these. No other network has its subnet. */
export async function takePlaces(
  change: Change,
  networkId: string,
  networks: readonly Pick<NetworkPlace, "first_key" | "last_key">[],
): Promise<void> {
  for (let at = 0; at < networks.length; at += TOGETHER) {
    const slice = networks.slice(at, at + TOGETHER);
    const taken = normalizeRuns(slice.map(({ first_key: lo, last_key: hi }) => ({ lo, hi })));
    await takeFromBlocks(
      change,
      networkId,
      taken,
      slice.map(({ first_key: first }) => first),
    );
  }
}

/** Whether the blocks of a network that keeps none are kept from now on: it has a child, or kept them before it moved. */
function isToBeKept(change: Change, { id, child_count: children }: Found): boolean {
  return paused.seen(change)?.delete(id) === true || children > 0;
}

function rangeOf({ cidr_key: subnet }: BlockPlace): Run {
  const [first = "", length] = subnet.split("/");
  return runOfBlock({ first, prefixLength: Number(length) });
}

/** The networks at each of some places, and the smallest ones around it: of identical subnets, those that keep free blocks or may. */
async function networksAt(
  change: Change,
  places: readonly BlockPlace[],
): Promise<(place: BlockPlace) => { readonly same: readonly Found[]; readonly around: readonly Found[] }> {
  const covering = new Map(places.map(({ cidr_key: subnet }) => [subnet, coveringOf(subnet)]));
  const columns = "n.id, n.space, n.cidr_key, n.first_key, n.last_key, n.prefix_length, n.blocks_kept, n.child_count";
  const spaces = [...new Set(places.map(({ space }) => space))];
  const rows = await oldestNetworks<Found>(change, columns, spaces, [...new Set([...covering.values()].flat())]);
  const known = new Set(rows.map(({ id }) => id));
  const others = [...(paused.seen(change) ?? [])].filter((id) => !known.has(id));
  const came = others.length === 0 ? [] : await change.all<Found>(`select ${columns} from network n where n.id = any(?)`, [others]);
  const byPlace = Map.groupBy([...rows, ...came], ({ space, cidr_key: subnet }) => `${space} ${subnet}`);
  return ({ space, cidr_key: subnet }) => {
    const [same = [], ...larger] = (covering.get(subnet) as string[]).toReversed().map((key) => byPlace.get(`${space} ${key}`));
    return { same, around: larger.find((networks) => networks !== undefined) ?? [] };
  };
}

/** The subnets that contain a subnet, itself the last. */
function coveringOf(subnet: string): string[] {
  const [first = "", length] = subnet.split("/");
  return coveringCidrKeys(first).slice(0, Number(length) + 1);
}
