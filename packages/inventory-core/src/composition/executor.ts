import { coreErrors } from "../contract/core-errors.ts";
import type { AnyOperation, CallContext } from "../contract/operation.ts";
import { holds } from "../contract/principal.ts";
import type { ExecuteInput, ExecuteResult } from "../contract/plugin.ts";
import { type JsonList, JsonListRecord, JsonText, type TextFile, type Watch } from "../contract/result.ts";
import { Draft, draftOf, parseQuery, Problems } from "../contract/validation.ts";
import type { Services } from "./container.ts";

/** @throws UNAUTHORIZED for an anonymous caller, FORBIDDEN when the caller lacks a permission of the operation */
function checkPermission(operation: AnyOperation, input: ExecuteInput, call: CallContext): void {
  if (operation.access === "public") return;
  if (call.principal.kind === "user" && call.principal.credential === null) throw coreErrors.UNAUTHORIZED({});
  if (operation.access === "authenticated") return;
  const missing = [operation.access, ...(operation.alsoNeeds ?? [])].find((permission) => !holds(call.principal, permission));
  if (missing === undefined) return;
  const { userId, credential } = call.principal;
  // What is open to oneself is not open to a program that acts for one: it has what its user allowed, and no more.
  if (credential === "oauth") throw coreErrors.FORBIDDEN({ permission: missing });
  // The path is decoded here only where it matters: otherwise nothing is said of it before the permission.
  if (operation.self === undefined || userId === null || input.params[operation.self] !== userId) throw coreErrors.FORBIDDEN({ permission: missing });
}

async function* itemsOf(values: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* values;
}

/** @throws INVALID_INPUT */
function arrayOf(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw coreErrors.INVALID_INPUT({ reason: "the body must be a JSON array" });
  if (value.length > most) throw coreErrors.INVALID_INPUT({ reason: `the body must hold at most ${most} entries, not ${value.length}` });
  return value;
}

/**
 * Runs one operation for one caller. The order is fixed (decisions.md §2): permission, existence, then query and body,
 * so that no answer tells a caller without the permission whether a record exists, and a missing record is never hidden
 * behind a complaint about the body. Whoever sent nothing wrong is told by the operation itself that there is no record.
 */
export async function executeOperation(services: Services, operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<ExecuteResult> {
  checkPermission(operation, input, call);
  call.signal?.throwIfAborted();
  // No storage takes it, be it to compare with.
  if (Object.values(input.params).some((value) => value.includes("\u0000"))) throw coreErrors.INVALID_INPUT({ reason: "ids must not contain NUL characters" });
  const service = services.get(operation.service) as never;
  let query: unknown;
  let body: Draft<unknown>;
  let items: AsyncIterable<unknown> = itemsOf([]);
  try {
    if (operation.query !== undefined) query = parseQuery(operation.query, input.query ?? {});
    body = operation.body === undefined ? new Draft({}, new Problems()) : draftOf(operation.body, await input.body());
    if (operation.items?.form.kind === "array") items = itemsOf(arrayOf(await input.body(), operation.items.form.most));
    else if (operation.items !== undefined) items = input.items?.() ?? items;
  } catch (error) {
    await operation.exists?.(service, input.params as never, call);
    throw error;
  }
  if (body.problems.any) await operation.exists?.(service, input.params as never, call);
  const answer = await operation.run(service, { params: input.params, query, body, items } as never, call);
  switch (operation.output.kind) {
    case "empty":
      return { kind: "empty" };
    case "list":
      return { kind: "list", value: answer as JsonList<unknown> };
    case "watch":
      return { kind: "watch", value: answer as Watch<unknown> };
    case "file":
      return { kind: "file", value: answer as TextFile };
    case "record":
      if (answer instanceof JsonListRecord) return { kind: "list-record", value: answer };
      return { kind: "record", value: answer instanceof JsonText ? answer : new JsonText(JSON.stringify(answer)) };
  }
}
