import { textOf } from "./answer-body.ts";
import type { Page, ServiceFile } from "./answers.ts";
import { CadastreError } from "./client-error.ts";
import type { DryRunResult } from "../generated/api.ts";
import type { Success } from "../transport.ts";

const tags = new WeakMap<object, string>();

/**
 * The entity tag that a record came with, for `ifMatch`: the change is made only if the record is still as it was read.
 * @throws TypeError for a record that came without one: an item of a list, or a copy
 */
export function etagOf(record: object): string {
  const tag = tags.get(record);
  if (tag === undefined) throw new TypeError("this record has no entity tag: read it with a get call, and pass it unchanged");
  return tag;
}

/** One record, with its entity tag remembered. @throws CadastreError BAD_ANSWER */
export async function readRecord(success: Success): Promise<unknown> {
  const record = await readJson(success);
  if (typeof record !== "object" || record === null) throw success.bad();
  const tag = success.response.headers.get("etag");
  if (tag !== null) tags.set(record, tag);
  return record;
}

/** A whole list. @throws CadastreError BAD_ANSWER */
export async function readList(success: Success): Promise<unknown[]> {
  const list = await readJson(success);
  if (!Array.isArray(list)) throw success.bad();
  return list as unknown[];
}

/** A page of a list, with what its headers say. @throws CadastreError BAD_ANSWER */
export async function readPage(success: Success): Promise<Page<unknown>> {
  const { headers } = success.response;
  const count = headers.get("x-service-count");
  return {
    items: await readList(success),
    next: headers.get("x-service-next") ?? undefined,
    count: count === null ? undefined : Number(count),
  };
}

/** What a server answers a dry run with, and nothing else. */
const DRY_RUN_TYPE = "application/vnd.cadastre.dry-run+json";

/** What a call would change. @throws CadastreError BAD_ANSWER, also when the server did no dry run */
export async function readDryRun(success: Success): Promise<DryRunResult> {
  if (success.response.headers.get("content-type") === DRY_RUN_TYPE) return (await readJson(success)) as DryRunResult;
  throw noDryRun(success);
}

/** The record that a call would make. @throws CadastreError BAD_ANSWER, also when the server did no dry run */
export async function readDryRecord(success: Success): Promise<unknown> {
  if (success.response.status !== 200) throw noDryRun(success);
  return await readJson(success);
}

function noDryRun(success: Success): CadastreError {
  const { code, kind, status, requestId, operation } = success.bad();
  return new CadastreError({
    code,
    kind,
    status: status ?? undefined,
    requestId: requestId ?? undefined,
    operation: operation ?? undefined,
    message: "the server does not support dry runs: it may have made the change",
  });
}

/** Nothing; what there is all the same is left unread. */
export async function readNothing({ response }: Success): Promise<void> {
  await response.body?.cancel();
}

export function readFile({ response, pieces }: Success): ServiceFile {
  const { headers } = response;
  const [mediaType = ""] = (headers.get("content-type") ?? "application/octet-stream").split(";");
  const name = /filename="([^"]*)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
  return { name, mediaType: mediaType.trim(), body: pieces, text: async () => await textOf(pieces) };
}

async function readJson(success: Success): Promise<unknown> {
  const text = await textOf(success.pieces);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw error instanceof CadastreError ? error : success.bad(error);
  }
}
