import { isEngineError } from "../../contract/errors/error.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { KeyedRequest } from "../../contract/operations/keyed-request.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { claimPart, keepAnswer } from "./kept-answers.ts";

/** The part of a keyed call that a transaction is. */
export interface KeyedPart {
  readonly request: KeyedRequest;
  readonly part: number;
}

/**
 * Numbers the transactions that keyed calls begin now; calls without a key have none. A transaction that is tried again keeps its number.
 */
export function keyedParts(requests: readonly (KeyedRequest | undefined)[]): readonly (KeyedPart | undefined)[] {
  return requests.map((request) => (request === undefined ? undefined : { request, part: request.parts++ }));
}

/** What came of calls, and which of those with a key were done now. */
interface Done<T> {
  readonly outcomes: readonly Outcome<T>[];
  readonly done: readonly KeyedRequest[];
}

/** Claims the places of all parts, in the order of their keys, so that two transactions never wait for each other in a ring. */
async function claimAll<T>(change: Change, parts: readonly (KeyedPart | undefined)[]): Promise<Map<number, Outcome<T>>> {
  const nameOf = ({ request: { caller, key } }: KeyedPart): string => JSON.stringify([caller, key]);
  const claims = parts.flatMap((part, index) => (part === undefined ? [] : [{ ...part, index, name: nameOf(part) }]));
  const known = new Map<number, Outcome<T>>();
  for (const { request, part, index } of claims.toSorted((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : one.part - other.part,
  )) {
    try {
      const answer = await claimPart(change, request, part, change.now);
      if (answer !== undefined) known.set(index, { result: JSON.parse(answer) as T });
    } catch (error) {
      // Only what is wrong with the key concerns this call alone.
      if (!isEngineError(error) || error.code !== "CONFLICT") throw error;
      known.set(index, { error });
    }
  }
  return known;
}

/** Does what was not done before under its key, and keeps what it answered. The place of a call that is refused is left free. */
export async function runIdempotent<Item extends { readonly call: CallContext }, T>(
  change: Change,
  items: readonly Item[],
  parts: readonly (KeyedPart | undefined)[],
  work: (change: Change, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
): Promise<Done<T>> {
  const known = await claimAll<T>(change, parts);
  const open = [...items.keys()].filter((index) => !known.has(index));
  const fresh =
    open.length === 0
      ? []
      : await work(
          change,
          open.map((index) => items[index] as Item),
        );
  const done: KeyedRequest[] = [];
  for (const [at, index] of open.entries()) {
    const outcome = fresh[at] as Outcome<T>;
    known.set(index, outcome);
    const keyed = parts[index];
    if (keyed === undefined) continue;
    if ("result" in outcome) {
      await keepAnswer(change, keyed.request, keyed.part, outcome.result);
      done.push(keyed.request);
    } else await releasePart(change, keyed);
  }
  return { outcomes: items.map((_, index) => known.get(index) as Outcome<T>), done };
}

async function releasePart(change: Change, { request: { caller, key }, part }: KeyedPart): Promise<void> {
  await change.exec("delete from request_key where caller = ? and key = ? and part = ?", [caller, key, part]);
}
