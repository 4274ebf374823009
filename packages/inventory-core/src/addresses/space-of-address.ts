import type { AddressKey } from "../address/address-key.ts";
import { COMMON_SPACE, namedSpace } from "../address-space/space-numbers.ts";
import { spaceHeldLast, spacesHeldAt } from "../address-space/tenures/tenures-of.ts";
import { type ChoosableSpace, coreErrors } from "../contract/errors/core-errors.ts";
import { invalidField } from "../contract/errors/validation.ts";
import type { Queries } from "../contract/storage/storage.ts";

/** Which address space is meant by who asks for an address. */

/** The number of a space. @param text as a query names it. @throws VALIDATION_ERROR where there is none */
export async function numberOfSpace(queries: Queries, text: string): Promise<number> {
  const { sql, params } = namedSpace(text);
  if (params.length === 0) return COMMON_SPACE;
  const row = await queries.get<{ number: number | null }>(`select ${sql} as number`, params);
  if (row === undefined || row.number === null) throw invalidField("space_id", "names no space, datacenter or none");
  return row.number;
}

/** What is known of the spaces of an address. */
export interface Candidates {
  /** Spaces in which it is held, allocated, seen or in a pool. */
  readonly known: readonly number[];
  /** Spaces with a network around it. */
  readonly around: readonly number[];
}

/**
 * The one space that may be meant: with `at`, the one in which it was held then; the one in which it is known; the one with a network
 * around it; the one in which somebody has held it last.
 * @throws CONFLICT listing them where there are several
 */
export async function spaceMeant(
  queries: Queries,
  ip: string,
  key: AddressKey,
  at: string | undefined,
  { known, around }: Candidates,
): Promise<number> {
  const then = at === undefined ? [] : await spacesHeldAt(queries, key, at);
  for (const some of [then, known, around]) {
    const different = [...new Set(some)];
    if (different.length > 1) throw await severalSpaces(queries, ip, different);
    if (different[0] !== undefined) return different[0];
  }
  return (await spaceHeldLast(queries, key)) ?? COMMON_SPACE;
}

interface NamedSpace {
  readonly number: number;
  readonly id: string;
  readonly name: string;
}

async function namesOf(queries: Queries, numbers: readonly number[]): Promise<ReadonlyMap<number, NamedSpace>> {
  const rows = await queries.all<NamedSpace>(
    `select number, id, name from space where number = any(?) union all select space, id, name from datacenter where space = any(?)`,
    [numbers, numbers],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** What an answer names a space by: null is the common one, or one that is gone. */
export async function idOfSpace(queries: Queries, number: number): Promise<string | null> {
  return number === COMMON_SPACE ? null : ((await namesOf(queries, [number])).get(number)?.id ?? null);
}

/** That one of several spaces must be named. */
export async function severalSpaces(queries: Queries, ip: string, numbers: readonly number[]): Promise<Error> {
  const names = await namesOf(queries, numbers);
  const spaces = numbers
    .toSorted((a, b) => a - b)
    .map((number): ChoosableSpace => {
      const named = names.get(number);
      return number === COMMON_SPACE
        ? { space_id: "none", name: "the common one" }
        : { space_id: named?.id ?? null, name: named?.name ?? "one that is gone" };
    });
  const listed = spaces.map(({ space_id: id, name }) => (id === null ? name : `${name} (space_id=${id})`)).join(", ");
  return coreErrors.CONFLICT({ reason: `${ip} is in several address spaces, say which: ${listed}`, spaces });
}
