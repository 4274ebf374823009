import type { AddressKey } from "../address/address-key.ts";
import { cidrOf } from "../address/cidr.ts";
import { reservedKeys } from "../address/host-count.ts";
import { keyOfText, parseAddress } from "../address/ip-address.ts";
import { holdersAt, type TenureOfAddress, tenuresOf } from "../address-space/tenures/tenures-of.ts";
import { endQuarantine, quarantineEnd, quarantineSpaces } from "../address-space/passed-over/quarantine.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import { shownConflict } from "../conflicts/shown-conflict.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { discoveredDeviceDocuments } from "../reconciliation/discovered-device.entity.ts";
import { allocationDocuments } from "../pools/allocations/allocation-rows.ts";
import { type AddressDetails, type AddressQuery, type AddressTenure, DEFAULT_TENURES, type QuarantineQuery } from "./address-details.ts";
import * as rows from "./address-rows.ts";
import { idOfSpace, numberOfSpace, severalSpaces, spaceMeant } from "./space-of-address.ts";

export const ADDRESSES = serviceToken<AddressService>("addresses");

/** What rows of all spaces that are meant say of an address. */
interface Found {
  readonly held: readonly rows.HeldRow[];
  readonly allocations: readonly rows.AllocationRow[];
  readonly networks: readonly rows.NetworkRow[];
  readonly pools: Awaited<ReturnType<typeof rows.poolRows>>;
  readonly sightings: readonly rows.SightingRow[];
}

/** All that is known of an address, now and at an instant. */
export class AddressService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
  }

  /** @param text the address, in any spelling. @throws VALIDATION_ERROR, CONFLICT when it may be in several spaces */
  async get(text: string, query: AddressQuery, principal: Principal): Promise<AddressDetails> {
    const ip = parseAddress(text)?.text;
    if (ip === undefined) throw invalidField("ip", "is not a valid IP address");
    const queries = this.#storage.read;
    const key = keyOfText(ip);
    const named = query.space_id === undefined ? undefined : await numberOfSpace(queries, query.space_id);
    const about = { ip, key, query, principal, now: timestampOf(this.#clock) };
    if (named !== undefined) {
      const [found, rest] = await Promise.all([findAll(queries, named, key), findRest(queries, named, about)]);
      return answerOf(named, about, found, rest);
    }
    const found = await findAll(queries, undefined, key);
    const space = await spaceMeant(queries, ip, key, query.at, candidatesOf(found));
    return answerOf(space, about, found, await findRest(queries, space, about));
  }

  /**
   * Ends the quarantine of an address: it may be handed out again.
   * @param text the address, in any spelling. @throws VALIDATION_ERROR, NOT_FOUND, CONFLICT when it is in quarantine in several spaces
   */
  async endQuarantine(text: string, { space_id: spaceId }: QuarantineQuery, call: CallContext): Promise<void> {
    const ip = parseAddress(text)?.text;
    if (ip === undefined) throw invalidField("ip", "is not a valid IP address");
    const key = keyOfText(ip);
    await this.#writes.run(call, async (change) => {
      await change.lock({ on: "topology", mode: "shared" });
      const named = spaceId === undefined ? undefined : await numberOfSpace(change, spaceId);
      const spaces = await quarantineSpaces(change, rows.spacesOf(named), key, change.now);
      const [space] = spaces;
      if (space === undefined) throw coreErrors.NOT_FOUND({ what: "quarantine of this address" });
      if (spaces.length > 1) throw await severalSpaces(change, ip, spaces);
      await change.lock({ on: "space", space });
      const ended = await endQuarantine(change, space, key);
      if (ended === undefined) throw coreErrors.NOT_FOUND({ what: "quarantine of this address" });
      const before = { ip, space_id: await idOfSpace(change, space), pool_id: ended.pool_id, until: ended.until_at };
      change.audit({ action: "delete", resource: "address_quarantine", resourceId: null, before });
    });
  }
}

/** What was asked. */
interface Asked {
  readonly ip: string;
  readonly key: AddressKey;
  readonly query: AddressQuery;
  readonly principal: Principal;
  /** ISO 8601 UTC with milliseconds. */
  readonly now: string;
}

const may = (principal: Principal, kind: string): boolean => holds(principal, `${kind}:read`);

/** What rows of the space that is meant say of an address beside. */
interface Rest {
  readonly spaceId: string | null;
  /** Who held it at the instant, if one was asked about. */
  readonly holders: readonly TenureOfAddress[] | undefined;
  readonly conflicts: readonly Conflict[];
  readonly history: readonly TenureOfAddress[];
  readonly quarantinedUntil: string | null;
}

async function findRest(queries: Queries, space: number, { key, query, principal, now }: Asked): Promise<Rest> {
  const { at, before, limit = DEFAULT_TENURES } = query;
  const [spaceId, holders, conflicts, history, quarantinedUntil] = await Promise.all([
    idOfSpace(queries, space),
    at === undefined ? undefined : holdersAt(queries, space, key, at),
    may(principal, "conflict") ? rows.openConflicts(queries, space, key) : [],
    may(principal, "device") ? tenuresOf(queries, space, key, { before, limit }) : [],
    at === undefined ? quarantineEnd(queries, space, key, now) : null,
  ]);
  return { spaceId, holders, conflicts, history, quarantinedUntil };
}

function answerOf(space: number, { ip, key, query: { at }, principal }: Asked, found: Found, rest: Rest): AddressDetails {
  const hasBegun = (since: string): boolean => at === undefined || since <= at;
  const held = found.held.filter((row) => row.space === space);
  const networks = found.networks.filter((row) => row.space === space);
  const networkIds = new Set(networks.map(({ id }) => id));
  const allocation = found.allocations.find((row) => row.space === space && hasBegun(row.created_at));
  const sightings = found.sightings
    .filter(({ network_id: id }) => networkIds.has(id))
    .map(({ doc }) => discoveredDeviceDocuments.read(doc))
    .filter(({ first_seen: since }) => hasBegun(since));
  const devices = (rest.holders && holdersThen(rest.holders, held)) ?? held.map(({ space: _, ...holder }) => holder);
  return {
    ip,
    space_id: rest.spaceId,
    state: stateOf(key, networks[0], {
      isHeld: devices.length > 0,
      isAllocated: allocation !== undefined,
      isQuarantined: rest.quarantinedUntil !== null,
      isSeen: sightings.some(({ status }) => status === "up"),
    }),
    quarantined_until: rest.quarantinedUntil,
    networks: networks.map(({ id, name, subnet }) => ({ id, name, subnet })),
    pool: may(principal, "pool") ? poolOf(networks, found.pools) : null,
    devices: may(principal, "device") ? devices : [],
    allocation: allocation === undefined || !may(principal, "allocation") ? null : allocationDocuments.read(allocation.doc),
    sightings: may(principal, "discovery") ? sightings : [],
    conflicts: rest.conflicts.filter(({ detected_at: since }) => hasBegun(since)).map((conflict) => shownConflict(conflict, principal)),
    history: rest.history.map(tenureRecord),
  };
}

async function findAll(queries: Queries, named: number | undefined, key: AddressKey): Promise<Found> {
  const spaces = rows.spacesOf(named);
  const [held, allocations, networks] = await Promise.all([
    rows.heldRows(queries, spaces, key),
    rows.allocationRows(queries, spaces, key),
    rows.networkRows(queries, spaces, key),
  ]);
  const [pools, sightings] = await Promise.all([rows.poolRows(queries, networks, key), rows.sightingRows(queries, networks, key)]);
  return { held, allocations, networks, pools, sightings };
}

/** Spaces of what is there. */
function candidatesOf({ held, allocations, networks, pools, sightings }: Found): {
  readonly known: readonly number[];
  readonly around: readonly number[];
} {
  const inNetworks = new Set([...pools, ...sightings].map(({ network_id: id }) => id));
  const around = networks.map(({ space }) => space);
  return {
    known: [
      ...held.map(({ space }) => space),
      ...allocations.map(({ space }) => space),
      ...networks.filter(({ id }) => inNetworks.has(id)).map(({ space }) => space),
    ],
    around,
  };
}

/** The pool of the smallest network that has one there. */
function poolOf(networks: readonly rows.NetworkRow[], pools: Found["pools"]): AddressDetails["pool"] {
  const byNetwork = new Map(pools.toReversed().map((pool) => [pool.network_id, pool]));
  for (const { id } of networks) {
    const pool = byNetwork.get(id);
    if (pool !== undefined) return { id: pool.id, name: pool.name, start_ip: pool.start_ip, end_ip: pool.end_ip };
  }
  return null;
}

function stateOf(
  key: AddressKey,
  network: rows.NetworkRow | undefined,
  { isHeld, isAllocated, isQuarantined, isSeen }: Readonly<Record<"isHeld" | "isAllocated" | "isQuarantined" | "isSeen", boolean>>,
): AddressDetails["state"] {
  if (isHeld) return "held";
  if (isAllocated) return "allocated";
  if (network !== undefined && reservedKeys(cidrOf(network.first_key, network.prefix_length)).includes(key)) return "reserved";
  if (isQuarantined) return "quarantined";
  return isSeen ? "seen" : "free";
}

/** Who held an address then, with the address of the device where it holds it still. An address may have thousands of holders. */
export function holdersThen(
  tenures: readonly Pick<TenureOfAddress, "device_id" | "device_name" | "mac">[],
  held: readonly Pick<rows.HeldRow, "id" | "address_id">[],
): AddressDetails["devices"] {
  const addressIds = new Map(held.toReversed().map(({ id, address_id }) => [id, address_id]));
  return tenures.map(({ device_id: id, device_name: name, mac }) => ({ id, name, address_id: addressIds.get(id) ?? null, mac }));
}

function tenureRecord(row: TenureOfAddress): AddressTenure {
  return {
    device_id: row.device_id,
    device_name: row.device_name,
    mac: row.mac,
    from: row.from_at,
    to: row.to_at,
    change_id: row.change_id,
    by: row.by_name === null ? null : { user_id: row.by_id, username: row.by_name },
  };
}
