import type { Change, WritePath } from "@cadastre/inventory-core";
import { type LeaseNetworks, type LeaseWitness, MAX_LEASES_AT_ONCE, type WitnessedLease } from "@cadastre/inventory-core/discovery";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import { setImmediate } from "node:timers/promises";
import { vendorOf } from "../../hosts/vendors.ts";
import type { Lease } from "../lease.ts";
import { type DhcpLeaseRow, dhcpLeaseTable } from "../sources/dhcp-lease.entity.ts";

/** Leases that are written in one transaction. */
const SLICE = Math.min(500, MAX_LEASES_AT_ONCE);
/** A lease that stays as it is moves on when its address was seen, no more often than this. */
const RENEW_AFTER_MS = 3_600_000;
/** Above every key of an address. */
export const AFTER_ALL = "g";

/** What the leases are written with. */
export interface LeaseWriterParts {
  readonly writes: WritePath;
  readonly witness: LeaseWitness;
}

/**
 * Brings what is known of the leases of a source in line with what it has, a slice at a time, in the order of the addresses.
 * @returns how many are in its networks
 */
export async function writeLeases(
  { writes, witness }: LeaseWriterParts,
  sourceId: string,
  networks: LeaseNetworks,
  leases: Iterable<Lease>,
): Promise<number> {
  const all = keyed([...leases].filter(({ ip }) => networks.of(ip) !== undefined));
  let after = "";
  for (let at = 0; at === 0 || at < all.length; at += SLICE) {
    const slice = all.slice(at, at + SLICE);
    const upTo = at + SLICE < all.length ? (slice.at(-1)?.key as string) : AFTER_ALL;
    const vendors = await vendorsOf(slice.map(({ lease }) => lease));
    const range = { after, upTo };
    await writes.run(witness.call, async (change) => await writeSlice(change, { witness, sourceId, networks, vendors }, slice, range));
    after = upTo;
    await setImmediate();
  }
  return all.length;
}

/** A lease with the key of its address. */
export interface KeyedLease {
  readonly lease: Lease;
  readonly key: string;
}

/** Leases in the order of their addresses. */
export const keyed = (leases: readonly Lease[]): readonly KeyedLease[] =>
  leases.map((lease) => ({ lease, key: parseAddress(lease.ip)?.key as string })).toSorted((one, other) => (one.key < other.key ? -1 : 1));

/** Who made the hardware of leases, by its address. */
export async function vendorsOf(leases: readonly Lease[]): Promise<ReadonlyMap<string, string | undefined>> {
  const vendors = new Map<string, string | undefined>();
  for (const { macAddress } of leases) if (macAddress !== "") vendors.set(macAddress, await vendorOf(macAddress));
  return vendors;
}

/** What a part of the leases of a source is written with. */
export interface SliceParts {
  readonly witness: LeaseWitness;
  readonly sourceId: string;
  readonly networks: LeaseNetworks;
  readonly vendors: ReadonlyMap<string, string | undefined>;
}

/** Brings the leases between two keys of addresses in line with what a source has there: those in its networks. */
export async function writeSlice(
  change: Change,
  { witness, sourceId, networks, vendors }: SliceParts,
  slice: readonly KeyedLease[],
  range: { readonly after: string; readonly upTo: string },
): Promise<void> {
  await change.lock({ on: "record", table: "dhcp_lease", id: sourceId });
  // A source that was deleted meanwhile has no leases.
  if ((await change.get("select 1 as one from lease_source where id = ?", [sourceId])) === undefined) return;
  const told = await bringInLine(change, sourceId, slice, range);
  await witness.record(
    change,
    networks,
    told.map((one) => witnessedOf(one, vendors)),
  );
}

interface Told {
  readonly lease: Lease;
  readonly isFresh: boolean;
  readonly formerHostname: string | undefined;
}

/** @returns the leases that are to be told of: those that are new, renewed or renamed, and those that were not told of for long */
async function bringInLine(
  change: Change,
  sourceId: string,
  slice: readonly KeyedLease[],
  { after, upTo }: { readonly after: string; readonly upTo: string },
): Promise<readonly Told[]> {
  const rows = await change.all<DhcpLeaseRow>(
    `select ${dhcpLeaseTable.columns.join(", ")} from dhcp_lease where source_id = ? and ip_key > ? and ip_key <= ?`,
    [sourceId, after, upTo],
  );
  const known = new Map(rows.map((row) => [row.ip_key, row]));
  const now = Date.parse(change.now);
  const told = slice.flatMap(({ lease, key }) => {
    const before = known.get(key);
    known.delete(key);
    const isRenamed = before !== undefined && before.hostname !== lease.hostname;
    const isFresh = before === undefined || isRenamed || before.expires_at !== lease.expiresAt || before.mac_address !== lease.macAddress;
    const formerHostname = isRenamed && before.hostname !== "" ? before.hostname : undefined;
    const isDue = before === undefined || now - Date.parse(before.told_at) >= RENEW_AFTER_MS;
    return isFresh || isDue ? [{ lease, key, isFresh, formerHostname }] : [];
  });
  const gone = [...known.keys()];
  const rewritten = [...gone, ...told.map(({ key }) => key)];
  if (rewritten.length > 0) await change.run("delete from dhcp_lease where source_id = ? and ip_key = any(?)", [sourceId, rewritten]);
  if (told.length > 0)
    await change.insert(
      "dhcp_lease",
      dhcpLeaseTable.columns,
      told.map(({ lease, key }) => [sourceId, key, lease.ip, lease.macAddress, lease.hostname, lease.expiresAt, change.now]),
    );
  return told;
}

function witnessedOf(
  { lease: { ip, macAddress, hostname }, isFresh, formerHostname }: Told,
  vendors: ReadonlyMap<string, string | undefined>,
): WitnessedLease {
  return {
    ip,
    ...(macAddress === "" ? {} : { macAddress, vendor: vendors.get(macAddress) }),
    ...(hostname === "" ? {} : { hostname }),
    formerHostname,
    isFresh,
  };
}
