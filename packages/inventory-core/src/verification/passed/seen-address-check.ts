import type { AddressKey } from "../../address/address-key.ts";
import { lastSeenAt, remarkSeen } from "../../address-space/passed-over/seen-addresses.ts";
import { DEFAULT_SEEN_DAYS, seenUntil, storedSeenDays } from "../../address-space/passed-over/seen-days.ts";
import { type Clock, timestampOf } from "../../contract/clock.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { type Check, type Difference, type Slice, SLICE_ROWS } from "../check.ts";

interface PlaceRow {
  readonly space: number;
  readonly ip_key: AddressKey;
  /** Where the next slice begins. */
  readonly at: string | number;
}

/** Looked at first: what scans saw, unless it is marked later on (`passed-upkeep.ts`); then marks of which nothing was seen. */
const KINDS = ["seen", "marked"] as const;

const SELECTS = {
  seen: `select n.space, d.ip_key, d.network_id as at from network n join discovered_device d on d.network_id = n.id
    where (d.network_id, d.ip_key) > (?, ?) order by d.network_id, d.ip_key limit ${SLICE_ROWS}`,
  marked: `select space, ip_key, space as at from passed_address where reason = 'seen' and (space, ip_key) > (?, ?)
    order by space, ip_key limit ${SLICE_ROWS}`,
} as const;

const FIRST = { seen: ["seen", "", ""], marked: ["marked", -1, ""] } as const;

async function differencesAt(
  queries: Queries,
  space: number,
  keys: readonly AddressKey[],
  { days, now }: { readonly days: number; readonly now: string },
): Promise<Difference[]> {
  const seen = days === 0 ? [] : await lastSeenAt(queries, space, keys);
  const expected = new Map(seen.map(({ key, lastSeen }) => [key, `${lastSeen}, until ${seenUntil(lastSeen, days)}`]));
  for (const { key, lastSeen } of seen) if (seenUntil(lastSeen, days) <= now) expected.delete(key);
  const rows = await queries.all<{ ip_key: AddressKey; last_seen: string; until_at: string }>(
    "select ip_key, last_seen, until_at from passed_address where space = ? and ip_key = any(?) and reason = 'seen' and until_at > ?",
    [space, keys, now],
  );
  const stored = new Map(rows.map((row) => [row.ip_key, `${row.last_seen}, until ${row.until_at}`]));
  return [...new Set(keys)].flatMap((key): Difference[] => {
    const texts = { stored: stored.get(key) ?? null, expected: expected.get(key) ?? null };
    return texts.stored === texts.expected
      ? []
      : [{ check: "seen-addresses", table: "passed_address", id: `${space}/${key}/seen`, column: "", ...texts }];
  });
}

/** Addresses where hosts were seen, which are passed over. */
export function seenAddressCheck(clock: Clock): Check {
  return {
    name: "seen-addresses",
    async slice(queries, after): Promise<Slice> {
      const [kind, ...from] = (after ?? FIRST.seen) as readonly [(typeof KINDS)[number], string | number, string];
      const agreed = await storedSeenDays(queries);
      const next = kind === "seen" ? FIRST.marked : null;
      if (kind === "seen" && agreed?.isMarked !== true) return { rows: 0, differences: [], next, mend: async () => {} };
      const rows = await queries.all<PlaceRow>(SELECTS[kind], from);
      const places = [...Map.groupBy(rows, ({ space }) => space)].map(([space, some]) => [space, some.map((row) => row.ip_key)] as const);
      const times = { days: agreed?.days ?? DEFAULT_SEEN_DAYS, now: timestampOf(clock) };
      const found: (readonly [space: number, differences: readonly Difference[]])[] = [];
      for (const [space, keys] of places) found.push([space, await differencesAt(queries, space, keys, times)]);
      const last = rows.at(-1);
      return {
        rows: rows.length,
        differences: found.flatMap(([, differences]) => differences).filter(({ expected }) => kind === "seen" || expected === null),
        next: rows.length < SLICE_ROWS || last === undefined ? next : [kind, last.at, last.ip_key],
        mend: async (change) => {
          for (const [space, keys] of places) await remarkSeen(change, space, keys);
        },
      };
    },
  };
}
