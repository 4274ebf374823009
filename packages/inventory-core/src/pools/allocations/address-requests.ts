import type { AddressState } from "../../address-space/address-state.ts";
import { applyTransitions, statesOf } from "../../address-space/space-ledger.ts";
import { lowestFree } from "../../address-space/taken-runs.ts";
import { type AddressKey, previousKey } from "../../address/address-key.ts";
import { keyOfText, textOf } from "../../address/ip-address.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { Change, Outcome } from "../../contract/storage/write-path.ts";
import type { Allocation, AllocationRequest } from "./allocation.ts";
import type { AllocationRow } from "./allocation.entity.ts";
import type { EarlierAnswer } from "../../storage/allocation-keys/allocation-keys.ts";
import { type Given, KeyedAnswers, type KeyWords } from "../../storage/allocation-keys/keyed-answers.ts";
import { earlierAllocations, type GivenAddress, poolKeys } from "../request-keys/allocation-keys.ts";
import { allocationOf, insertAllocations } from "./allocation-rows.ts";
import type { PoolPlace } from "../pool-place.ts";
import { RemainingAddresses } from "./remaining-addresses.ts";

/** A request for addresses, and who asks. */
export interface AddressRequest {
  readonly request: AllocationRequest;
  readonly call: CallContext;
}

/** What several requests for addresses of one pool depend on. */
export interface PoolState {
  /** What keys of the requests were given before, by key. */
  readonly earlier: ReadonlyMap<string, EarlierAnswer<AllocationRow, GivenAddress>>;
  /** Free addresses in the order in which they are handed out, as many as are asked for if there are so many. */
  readonly free: readonly AddressKey[];
  /** What the addresses are that requests name; those that it does not tell of are free. */
  readonly named: ReadonlyMap<AddressKey, AddressState>;
}

/** Reads what requests depend on, under the lock of the pool's space. @param start where the next free address is looked for first */
export async function poolState(
  change: Change,
  pool: PoolPlace,
  requests: readonly AddressRequest[],
  start: AddressKey,
): Promise<PoolState> {
  const count = requests.reduce((sum, { request }) => sum + request.count, 0);
  const keys = [...new Set(requests.flatMap(({ request }) => request.key ?? []))];
  const named = [...new Set(requests.flatMap(({ request }) => (request.ip === null ? [] : keyOfText(request.ip))))];
  const [earlier, free, states] = await Promise.all([
    earlierAllocations(change, pool.id, keys),
    freeFrom(change, pool, start, count),
    named.length === 0 ? undefined : statesOf(change, pool.space, named),
  ]);
  return { earlier, free, named: states?.of ?? new Map() };
}

/** The next `count` free addresses of a pool from an address on, and from its first on where there are not so many. */
async function freeFrom(change: Change, { space, first_free: first, last_free: last }: PoolPlace, start: AddressKey, count: number) {
  if (first === null || last === null) return [];
  if (start <= first || start > last) return await lowestFree(change, space, first, last, count);
  const free = await lowestFree(change, space, start, last, count);
  if (free.length === count) return free;
  const before = previousKey(start) ?? first;
  return [...free, ...(await lowestFree(change, space, first, before, count - free.length))];
}

/** What must be the same for a key to be a repetition. Without an address it is spelled as before there were any: it is stored. */
const fingerprint = ({ count, ttl_seconds: ttl, note, ip }: AllocationRequest): string =>
  JSON.stringify([count, ttl, note, ...(ip === null ? [] : [ip])]);

/** An allocation before it is written. */
type NewRow = Omit<AllocationRow, "doc">;

const WORDS: KeyWords<GivenAddress> = {
  fields: "count, ip, ttl_seconds or note",
  nameOf: ({ ip }) => ip,
  went: "let go",
  plural: "addresses",
};

/**
 * Gives each request its addresses in the order of the requests: the earlier ones again, the one it names, the next free ones, or why not.
 */
export async function serveRequests(
  change: Change,
  pool: PoolPlace,
  requests: readonly AddressRequest[],
  state: PoolState,
): Promise<Outcome<Given<Allocation>>[]> {
  const rows: NewRow[] = [];
  const keyed = new KeyedAnswers<NewRow, GivenAddress>(state.earlier, WORDS);
  const remaining = new RemainingAddresses(pool, state.free, state.named);
  const given: (readonly NewRow[] | Error)[] = requests.map(({ request }) => {
    const asked = { key: request.key, fingerprint: fingerprint(request) };
    const answered = keyed.answerOf(asked);
    if (answered !== undefined) return answered;
    const keys = request.ip === null ? remaining.next(request.count) : remaining.exactly(request.ip);
    if (keys instanceof Error) return keys;
    const own = keys.map((key) => newRow(change, pool, request, key));
    rows.push(...own);
    keyed.give(asked, own);
    return own;
  });
  if (rows.length > 0) {
    await insertAllocations(change, rows);
    await poolKeys.remember(
      change,
      pool.id,
      keyed.given(({ id, ip }) => ({ id, ip })),
    );
    await applyTransitions(
      change,
      pool.space,
      rows.map((row) => ({ key: row.ip_key, from: "free", to: "held" }) as const),
    );
  }
  const fresh = new Set(rows);
  return given.map((own, index): Outcome<Given<Allocation>> => {
    if (own instanceof Error) return { error: own };
    // A request that repeats the key of another of them gives the same rows, which are new only once.
    const isReplay = !own.some((row) => fresh.has(row));
    for (const row of own) {
      if (fresh.delete(row))
        change.audit({
          action: "create",
          resource: "allocation",
          resourceId: row.id,
          after: allocationOf(row),
          call: (requests[index] as AddressRequest).call,
        });
    }
    return { result: { records: own.map(allocationOf), isReplay } };
  });
}

function newRow(change: Change, pool: PoolPlace, request: AllocationRequest, key: AddressKey): NewRow {
  return {
    id: change.newId(),
    pool_id: pool.id,
    space: pool.space,
    ip: textOf(key),
    ip_key: key,
    status: "held",
    request_key: request.key,
    request: fingerprint(request),
    note: request.note,
    device_id: null,
    created_at: change.now,
    expires_at: request.ttl_seconds === null ? null : new Date(Date.parse(change.now) + request.ttl_seconds * 1000).toISOString(),
  };
}
