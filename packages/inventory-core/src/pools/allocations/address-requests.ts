import type { AddressState } from "../../address-space/address-state.ts";
import { applyTransitions, statesOf } from "../../address-space/space-ledger.ts";
import { reservedAmong } from "../../address-space/reserved-addresses.ts";
import { settlePassed } from "../../address-space/passed-over/followed-passed.ts";
import type { PassedReason } from "../../address-space/passed-over/passed-address.entity.ts";
import { reasonsOf, type Skipped } from "../../address-space/passed-over/skipped.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { keyOfText, textOf } from "../../address/ip-address.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { planWarnings } from "../../contract/storage/plan-warnings.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { Allocation, AllocationRequest } from "./allocation.ts";
import type { AllocationRow } from "./allocation.entity.ts";
import type { EarlierAnswer } from "../../storage/allocation-keys/allocation-keys.ts";
import { type Given, KeyedAnswers, type KeyWords } from "../../storage/allocation-keys/keyed-answers.ts";
import { earlierAllocations, type GivenAddress, poolKeys } from "../request-keys/allocation-keys.ts";
import { allocationOf, insertAllocations } from "./allocation-rows.ts";
import { type FreeAddresses, freeAddresses } from "./free-addresses.ts";
import { skippedSentence, takenSentence } from "../passed-addresses.ts";
import type { PoolPlace } from "../pool-place.ts";
import { RemainingAddresses } from "./remaining-addresses.ts";

/** A request for addresses, and who asks. */
export interface AddressRequest {
  readonly request: AllocationRequest;
  /** What is passed over for it. */
  readonly over: PassedReason;
  readonly call: CallContext;
}

/** What there is to say of what a request was given. */
interface Said {
  /** What was passed over for it. */
  readonly skipped: readonly Skipped[];
  /** What speaks against the address that it names. */
  readonly against?: Skipped | undefined;
}

/** What a request was given, and what there is to say of it. */
export interface Served extends Given<Allocation>, Said {}

/** What several requests for addresses of one pool depend on. */
export interface PoolState {
  /** What keys of the requests were given before, by key. */
  readonly earlier: ReadonlyMap<string, EarlierAnswer<AllocationRow, GivenAddress>>;
  /** Free addresses, for requests that pass over the same. */
  readonly free: ReadonlyMap<PassedReason, FreeAddresses>;
  /** What the addresses are that requests name; those that it does not tell of are free. */
  readonly named: ReadonlyMap<AddressKey, AddressState | "reserved">;
  /** What speaks against handing them out. */
  readonly against: ReadonlyMap<AddressKey, Skipped>;
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
  const ways = [...new Set(requests.map(({ over }) => over))];
  // In a plan, a step before this one may have let go of addresses.
  await settlePassed(change);
  const [earlier, states, against, ...free] = await Promise.all([
    earlierAllocations(change, pool.id, keys),
    namedStates(change, pool.space, named),
    reasonsOf(change, pool.space, named, { now: change.now, over: "seen" }),
    ...ways.map(async (over) => [over, await freeAddresses(change, pool, start, count, { now: change.now, over })] as const),
  ]);
  return { earlier, free: new Map(free), named: states, against };
}

/** What addresses are. A device may hold a reserved address, which is used then. */
async function namedStates(
  change: Change,
  space: number,
  keys: readonly AddressKey[],
): Promise<ReadonlyMap<AddressKey, AddressState | "reserved">> {
  if (keys.length === 0) return new Map();
  const [states, reserved] = await Promise.all([statesOf(change, space, keys), reservedAmong(change, space, keys)]);
  return new Map([...[...reserved].map((key) => [key, "reserved"] as const), ...states.of]);
}

/** What must be the same for a key to be a repetition. Without an address it is spelled as before there were any: it is stored. */
const fingerprint = ({ count, ttl_seconds: ttl, note, ip }: AllocationRequest): string =>
  JSON.stringify([count, ttl, note, ...(ip === null ? [] : [ip])]);

/** An allocation before it is written. */
type NewRow = Omit<AllocationRow, "doc">;

const NOTHING: Said = { skipped: [] };

/** What is kept under a key. */
const textOfSaid = (said: Said = NOTHING): string | null =>
  said.skipped.length === 0 && said.against === undefined ? null : JSON.stringify(said);

const saidOf = (text: string | null): Said => (text === null ? NOTHING : (JSON.parse(text) as Said));

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
): Promise<Outcome<Served>[]> {
  const rows: NewRow[] = [];
  const keyed = new KeyedAnswers<NewRow, GivenAddress>(state.earlier, WORDS);
  const remaining = new RemainingAddresses(pool, state.free, state.named);
  const said = new Map<AddressRequest, Said>();
  const saidUnder = new Map([...state.earlier].map(([key, earlier]) => [key, saidOf(earlier.said)]));
  const given: (readonly NewRow[] | Error)[] = requests.map((asking) => {
    const { request, over } = asking;
    const asked = { key: request.key, fingerprint: fingerprint(request) };
    const answered = keyed.answerOf(asked);
    if (answered !== undefined) {
      // What is given again is not looked for again: what was said with it is.
      said.set(asking, saidUnder.get(request.key ?? "") ?? NOTHING);
      return answered;
    }
    const keys = request.ip === null ? remaining.next(request.count, over) : remaining.exactly(request.ip);
    if (keys instanceof Error) return keys;
    const now: Said = {
      skipped: request.ip === null ? (state.free.get(over)?.skippedBefore(keys.at(-1) as AddressKey) ?? []) : [],
      against: request.ip === null ? undefined : state.against.get(keys[0] as AddressKey),
    };
    said.set(asking, now);
    if (request.key !== null) saidUnder.set(request.key, now);
    const own = keys.map((key) => newRow(change, pool, request, key));
    rows.push(...own);
    keyed.give(asked, own);
    return own;
  });
  if (rows.length > 0) {
    await insertAllocations(change, rows);
    const answers = [...keyed.given(({ id, ip }) => ({ id, ip }))];
    await poolKeys.remember(
      change,
      pool.id,
      new Map(answers.map(([key, answer]) => [key, { ...answer, said: textOfSaid(saidUnder.get(key)) }])),
    );
    await applyTransitions(
      change,
      pool.space,
      rows.map((row) => ({ key: row.ip_key, from: "free", to: "held" }) as const),
    );
  }
  const fresh = new Set(rows);
  return given.map((own, index): Outcome<Served> => {
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
    const { skipped, against } = said.get(requests[index] as AddressRequest) ?? NOTHING;
    if (!isReplay)
      planWarnings.of(change).push(...skipped.map(skippedSentence), ...(against === undefined ? [] : [takenSentence(against)]));
    return { result: { records: own.map(allocationOf), isReplay, skipped, against } };
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
