import type { KeyedRequest } from "../../contract/operations/keyed-request.ts";
import { keyUsedOtherwise, keyWithoutAnswer, REQUEST_KEY_LIFETIME_MS } from "../../contract/operations/request-key.ts";
import { JsonText } from "../../contract/operations/result.ts";
import type { Queries, Transaction } from "../../contract/storage/storage.ts";
import type { RequestKeyRow } from "./request-key.entity.ts";

/**
 * Answers that are kept under request keys, a row for each transaction of a call. The row is inserted first in its
 * transaction: another call with the key waits for the outcome at the unique key, and finds it, or the place free again.
 */

/** Most characters of an answer that is kept. A larger one is told of by an error when the call is sent again. */
export const MAX_KEPT_CHARACTERS = 2_000_000;

/** Rows that one transaction of the purge deletes. */
export const PURGE_SLICE = 500;

type Place = readonly [caller: string, key: string, part: number];

const lifetimeBefore = (now: string): string => new Date(Date.parse(now) - REQUEST_KEY_LIFETIME_MS).toISOString();

async function rowAt(queries: Queries, place: Place): Promise<RequestKeyRow | undefined> {
  return await queries.get<RequestKeyRow>("select * from request_key where caller = ? and key = ? and part = ?", [...place]);
}

/** @throws CONFLICT for a key of another call, or without its answer */
function answerOf({ request, answer }: RequestKeyRow, { key, digest }: KeyedRequest): string {
  if (request !== digest) throw keyUsedOtherwise(key);
  if (answer === null) throw keyWithoutAnswer(key);
  return answer;
}

/**
 * The answer that is kept of a call of one transaction, as JSON.
 * @throws CONFLICT when the key was used for another call
 */
export async function keptAnswer(queries: Queries, request: KeyedRequest, now: string): Promise<string | undefined> {
  const row = await rowAt(queries, [request.caller, request.key, 0]);
  return row === undefined || row.created_at <= lifetimeBefore(now) ? undefined : answerOf(row, request);
}

/**
 * Takes the place of a part of a call, or gives what was answered there before, as JSON.
 * @throws CONFLICT when the key was used for another call
 */
export async function claimPart(transaction: Transaction, request: KeyedRequest, part: number, now: string): Promise<string | undefined> {
  const place: Place = [request.caller, request.key, part];
  for (;;) {
    const inserted = await transaction.run(
      "insert into request_key (caller, key, part, request, answer, created_at) values (?, ?, ?, ?, null, ?) on conflict (caller, " +
        "key, part) do nothing",
      [...place, request.digest, now],
    );
    if (inserted > 0) return undefined;
    const row = await rowAt(transaction, place);
    if (row !== undefined && row.created_at > lifetimeBefore(now)) return answerOf(row, request);
    await transaction.run("delete from request_key where caller = ? and key = ? and part = ? and created_at <= ?", [
      ...place,
      lifetimeBefore(now),
    ]);
  }
}

/** Keeps what a part of a call answered. */
export async function keepAnswer(transaction: Transaction, { caller, key }: KeyedRequest, part: number, result: unknown): Promise<void> {
  const answer = result instanceof JsonText ? result.text : JSON.stringify(result ?? null);
  if (answer.length > MAX_KEPT_CHARACTERS) return;
  await transaction.exec("update request_key set answer = ? where caller = ? and key = ? and part = ?", [answer, caller, key, part]);
}

/** Deletes answers that are too old. @returns how many, {@link PURGE_SLICE} at most */
export async function purgeAnswers(transaction: Transaction, now: string): Promise<number> {
  return await transaction.run(
    `delete from request_key where (caller, key, part) in (
       select k.caller, k.key, k.part from request_key k where k.created_at <= ? order by k.created_at limit ${PURGE_SLICE})`,
    [lifetimeBefore(now)],
  );
}
