import { coreErrors } from "../contract/errors/core-errors.ts";
import { acceptsCredential, type AnyOperation, type CallContext } from "../contract/operations/operation.ts";
import { holds, isLetIn, type Principal } from "../contract/access/principal.ts";
import { STORAGE } from "../contract/ports.ts";
import { charged } from "../contract/operations/call-budget.ts";
import type { ExecuteInput, ExecuteResult, ReceivedItems } from "../contract/plugin.ts";
import { JsonList, JsonListRecord, JsonPieces, JsonText, type TextFile, Watch } from "../contract/operations/result.ts";
import type { KeyedRequest } from "../contract/operations/keyed-request.ts";
import { type PageRequest, pageRequestOf, WHOLE_LIST } from "../contract/operations/paging.ts";
import { checkRequestKey, keyedRequest } from "../contract/operations/request-key.ts";
import { Draft, draftOf, parseQuery, Problems } from "../contract/errors/validation.ts";
import { REQUEST_KEYS, type RequestKeys } from "../events/request-keys/request-keys.ts";
import type { ServiceScope } from "./container.ts";

const notDelegable = ({ credential }: Principal): string =>
  `${credential?.name}, which was given for a task, does not change users, passwords, keys or roles: use a session or an API key`;

const OF_AN_AGENT = "the token of an agent opens nothing but the work of its agent: use a session or an API key";

/** @throws UNAUTHORIZED for an anonymous caller, FORBIDDEN when the caller lacks a permission of the operation */
function checkPermission(operation: AnyOperation, input: ExecuteInput, call: CallContext): void {
  if (operation.access === "public") return;
  if (call.principal.kind === "user" && call.principal.credential === null) throw coreErrors.UNAUTHORIZED({});
  if (!acceptsCredential(operation, call.principal))
    throw coreErrors.FORBIDDEN({ permission: operation.access, reason: notDelegable(call.principal) });
  if (call.principal.kind === "agent" && !isLetIn(call.principal, operation.access))
    throw coreErrors.FORBIDDEN({ permission: operation.access, reason: OF_AN_AGENT });
  if (operation.access === "authenticated") return;
  if (operation.orAccess !== undefined && holds(call.principal, operation.orAccess)) return;
  const missing = [operation.access, ...(operation.alsoNeeds ?? [])].find((permission) => !holds(call.principal, permission));
  if (missing === undefined) return;
  const { userId, credential } = call.principal;
  // What is open to oneself is not open to a program that acts for one: it has what its user allowed, and no more.
  if (credential?.delegated === true) throw coreErrors.FORBIDDEN({ permission: missing });
  // The path is decoded here only where it matters: otherwise nothing is said of it before the permission.
  if (operation.self === undefined || userId === null || input.params[operation.self] !== userId)
    throw coreErrors.FORBIDDEN({ permission: missing });
}

/** Bytes of a body of lines that count as one record. */
const RECORD_BYTES = 1024;

/** Number of records or ids in a body, estimated for a body of lines; 1 for other bodies. */
function recordsOf(body: unknown, received: ReceivedItems | undefined): number {
  if (received !== undefined) return Math.max(1, Math.ceil(received.bytes / RECORD_BYTES));
  if (Array.isArray(body)) return Math.max(1, body.length);
  const { ids } = (body ?? {}) as { readonly ids?: unknown };
  return Array.isArray(ids) ? Math.max(1, ids.length) : 1;
}

async function* itemsOf(values: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* values;
}

const NO_ITEMS: AsyncIterable<unknown> = { [Symbol.asyncIterator]: () => itemsOf([]) };

/** @throws INVALID_INPUT */
function arrayOf(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw coreErrors.INVALID_INPUT({ reason: "the body must be a JSON array" });
  if (value.length > most) throw coreErrors.INVALID_INPUT({ reason: `the body must hold at most ${most} entries, not ${value.length}` });
  return value;
}

/** What waits for a hash, or for something to happen, has a bound of its own, and keeps nobody from a place. */
function isBudgeted({ limit, waits = false }: AnyOperation): boolean {
  return limit === undefined && !waits;
}

/**
 * Runs one operation for one caller. The order is fixed (docs/spec/errors.md#order-of-checks): permission, READ_ONLY, existence, then
 * query and body, so that no answer tells a caller without the permission whether a record exists, and a missing record is never hidden
 * behind a complaint about the body. Whoever sent nothing wrong is told by the operation itself that there is no record.
 */
export async function executeOperation(
  services: ServiceScope,
  operation: AnyOperation,
  input: ExecuteInput,
  given: CallContext,
): Promise<ExecuteResult> {
  // Operations without a record of their own (bulk calls) ignore If-Match.
  const call = operation.conditional === true || operation.http.method === "GET" ? given : { ...given, ifMatch: undefined };
  checkPermission(operation, input, call);
  if (operation.http.method !== "GET" && services.get(STORAGE).isReadOnly === true) throw coreErrors.READ_ONLY({});
  call.signal?.throwIfAborted();
  // No storage takes it, be it to compare with.
  if (Object.values(input.params).some((value) => value.includes("\u0000")))
    throw coreErrors.INVALID_INPUT({ reason: "ids must not contain NUL characters" });
  const service = services.get(operation.service) as never;
  let query: unknown;
  let page: PageRequest = WHOLE_LIST;
  let body: Draft<unknown>;
  let items = NO_ITEMS;
  let sent: Promise<unknown> | undefined;
  let received: ReceivedItems | undefined;
  const json = async (): Promise<unknown> => await (sent ??= input.body());
  try {
    if (operation.query !== undefined) query = parseQuery(operation.query, input.query ?? {});
    if (operation.paged !== undefined) ({ filter: query, page } = pageRequestOf(operation.paged, query as object));
    body = operation.body === undefined ? new Draft({}, new Problems()) : draftOf(operation.body, await json());
    if (operation.items?.form.kind === "array") items = itemsOf(arrayOf(await json(), operation.items.form.most));
    else if (operation.items !== undefined) {
      received = await input.items?.();
      items = received?.values ?? items;
    }
  } catch (error) {
    await operation.exists?.(service, input.params as never, call);
    throw error;
  }
  if (body.problems.any) await operation.exists?.(service, input.params as never, call);
  const budget = isBudgeted(operation) ? call.budget : undefined;
  const run = async (own: CallContext): Promise<ExecuteResult> => {
    const compute = (): Promise<unknown> => operation.run(service, { params: input.params, query, page, body, items } as never, own);
    return resultOf(
      operation,
      budget === undefined ? await compute() : await budget.run(operation.id, compute, recordsOf(await sent, received)),
      budget,
    );
  };
  if (operation.idempotent === undefined || call.idempotencyKey === undefined || call.dryRun === true) return await run(call);
  checkRequestKey(call.idempotencyKey);
  if (operation.idempotent === "own") return await run(call);
  const parts = { params: input.params, query: operation.query === undefined ? null : input.query, body: await sent };
  const request = keyedRequest(operation, parts, call, call.idempotencyKey);
  const replay = async (kept: string): Promise<ExecuteResult> => {
    if (operation.replay === undefined) return { kind: "record", value: new JsonText(kept) };
    return resultOf(operation, await operation.replay(service, (JSON.parse(kept) as { id: string }).id, call), budget);
  };
  return await runKeyed(services.get(REQUEST_KEYS), operation, request, replay, async (keyed) => await run({ ...call, keyed }));
}

/**
 * Gives the answer that a call was given before under its key, or runs it. Only what was done is kept, so that refused calls may be
 * corrected.
 */
async function runKeyed(
  keys: RequestKeys,
  { items }: AnyOperation,
  request: KeyedRequest,
  replay: (kept: string) => Promise<ExecuteResult>,
  run: (request: KeyedRequest) => Promise<ExecuteResult>,
): Promise<ExecuteResult> {
  return await keys.alone(request, async () => {
    // A call of many records may have ended half-way: it goes through its transactions, of which each knows what it answered.
    const kept = items === undefined ? await keys.answerOf(request) : undefined;
    if (kept !== undefined) return asReplay(await replay(kept));
    const result = await run(request);
    return request.parts > 0 && !request.isFresh ? asReplay(result) : result;
  });
}

/** Marks the answer of a record as given before. */
const asReplay = (result: ExecuteResult): ExecuteResult =>
  result.kind === "record" || result.kind === "long-record" ? { ...result, isReplay: true } : result;

function resultOf(operation: AnyOperation, answer: unknown, budget: CallContext["budget"]): ExecuteResult {
  switch (operation.output.kind) {
    case "empty":
      return { kind: "empty" };
    case "list": {
      const list = answer as JsonList<unknown>;
      return { kind: "list", value: budget === undefined ? list : new JsonList(budget.pages(operation.id, list.pages), list.place) };
    }
    case "watch": {
      const watch = answer as Watch<unknown>;
      return { kind: "watch", value: budget === undefined ? watch : new Watch(budget.pages(operation.id, watch.states)) };
    }
    case "file":
      return { kind: "file", value: answer as TextFile };
    case "record":
      if (answer instanceof JsonListRecord) {
        const pages = budget === undefined ? answer.pages : budget.pages(operation.id, answer.pages);
        return { kind: "list-record", value: new JsonListRecord(answer.field, pages, answer.others) };
      }
      if (answer instanceof JsonPieces) {
        if (budget === undefined) return { kind: "long-record", value: answer };
        const value = new JsonPieces(
          budget.pages(operation.id, answer.pieces),
          answer.tag,
          async (at, most) => await charged(budget, operation.id, async () => await answer.part(at, most)),
        );
        return { kind: "long-record", value };
      }
      return { kind: "record", value: answer instanceof JsonText ? answer : new JsonText(JSON.stringify(answer)) };
  }
}
