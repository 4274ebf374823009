import { z } from "zod";
import { acceptsCredential, type AnyOperation, type CallContext, parametersOf } from "../../contract/operations/operation.ts";
import type { AnyInternalStep } from "../../contract/operations/internal-step.ts";
import { Draft, draftOf, type Fields, parseQuery, Problems } from "../../contract/errors/validation.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import type { Principal } from "../../contract/access/principal.ts";
import type { ServiceToken } from "../../contract/service-token.ts";
import type { ObservedChange } from "../../contract/storage/write-path.ts";
import type { PlannedStep } from "../plan.ts";

/** What a plan may have for a step. */
export interface StepKind {
  /** As steps name it. */
  readonly id: string;
  /** Permissions that whoever applies it needs. */
  readonly needs: readonly string[];
  /** Kinds of record that it names in its path. */
  readonly refersTo: readonly string[];
  /** Only a plan maker of the core may hand it over. */
  readonly isInternal: boolean;
  /** Whether what it answers has an id, which later steps may refer to. */
  readonly hasId: boolean;
  /** Records that a plan with this step may change; the limit of plans unless given. */
  readonly maxRecords?: number;
  /** Whether a caller may have it done with the credential they have. */
  accepts(principal: Principal): boolean;
  /** Tells what is wrong with a step by itself, at paths below the step: `body.name`. References are replaced. */
  check(step: PlannedStep, problems: Problems): void;
  /** Counts the matching records without a lock; 1 for single-record operations. */
  count(step: PlannedStep): Promise<number>;
  /** Does it. @returns what it answers @throws what the operation throws */
  run(step: PlannedStep, change: ObservedChange, call: CallContext): Promise<unknown>;
}

/** Finds the service of a token. */
export type GetService = <T>(token: ServiceToken<T>) => T;

const none = async function* (): AsyncGenerator<unknown> {};

function addAll(problems: Problems, at: string, error: unknown): void {
  if (!isEngineError(error)) throw error;
  if (error.code !== "VALIDATION_ERROR") return problems.add(at, error.message);
  for (const { field, message } of Object.values(error.details as Record<string, { field: string; message: string }>))
    problems.add(`${at}.${field}`, message);
}

/** An operation as a step. */
export function operationStep(operation: AnyOperation, get: GetService): StepKind {
  const { id, access, alsoNeeds = [], http, refersTo = {}, query, body, output } = operation;
  const ofPath = parametersOf(http.path);
  const ofQuery = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const queryOf = (params: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(params).filter(([name]) => !ofPath.includes(name)));
  return {
    id,
    needs: [access, ...alsoNeeds],
    refersTo: [...new Set(Object.values(refersTo))],
    isInternal: false,
    hasId: output.kind === "record" && output.schema instanceof z.ZodObject && "id" in output.schema.shape,
    accepts: (principal) => acceptsCredential(operation, principal),
    check({ params = {}, body: given }, problems) {
      for (const name of ofPath) {
        if (!Object.hasOwn(params, name) || params[name] === "") problems.add(`params.${name}`, "is required");
        else if (params[name]?.includes("\u0000") === true) problems.add(`params.${name}`, "must not contain NUL characters");
      }
      for (const name of Object.keys(params))
        if (!ofPath.includes(name) && !ofQuery.includes(name)) problems.add(`params.${name}`, `is no parameter of ${id}`);
      try {
        if (query !== undefined) parseQuery(query, queryOf(params));
      } catch (error) {
        addAll(problems, "params", error);
      }
      if (body !== undefined)
        for (const { field, message } of draftOf(body, given ?? {}).problems.list) problems.add(`body.${field}`, message);
      else if (given !== undefined && Object.keys(given).length > 0) problems.add("body", `is not taken by ${id}`);
    },
    async count({ body: given }) {
      if (operation.countRecords === undefined || body === undefined) return 1;
      try {
        return await operation.countRecords(get(operation.service) as never, draftOf(body, given ?? {}) as never);
      } catch (error) {
        // The rehearsal reports the validation error.
        if (isEngineError(error) && error.kind === "invalid") return 1;
        throw error;
      }
    },
    async run({ params = {}, body: given }, _, call) {
      const input = {
        params: Object.fromEntries(ofPath.map((name) => [name, params[name]])),
        query: query === undefined ? undefined : parseQuery(query, queryOf(params)),
        body: body === undefined ? new Draft({}, new Problems()) : draftOf(body, given ?? {}),
        items: none(),
      };
      return await operation.run(get(operation.service) as never, input as never, call);
    },
  };
}

/** A step that is no operation. */
export function internalStep({ id, needs, maxRecords, body, run }: AnyInternalStep): StepKind {
  return {
    id,
    needs,
    refersTo: [],
    isInternal: true,
    hasId: true,
    ...(maxRecords !== undefined && { maxRecords }),
    accepts: () => true,
    count: async () => 1,
    check({ body: given }, problems) {
      for (const { field, message } of draftOf(body, given ?? {}).problems.list) problems.add(`body.${field}`, message);
    },
    async run({ body: given }, change, call) {
      const draft: Draft<Fields<z.ZodObject>> = draftOf(body, given ?? {});
      return await run(change, draft.valid() as never, call);
    },
  };
}

/** Everything that may be a step: the operations of a host that say so, and the steps of the core's own plan makers. */
export class StepKinds {
  readonly #kinds = new Map<string, StepKind>();
  /** Makes the steps of operations, by their ids. Each is made when it is asked for: a start reads no schemas. */
  readonly #makers = new Map<string, () => StepKind>();

  /** @param internal steps that are no operations */
  constructor(internal: readonly AnyInternalStep[]) {
    for (const step of internal) this.#kinds.set(step.id, internalStep(step));
  }

  /** Takes the operations of a host; called once, when it starts. */
  start(operations: readonly AnyOperation[], get: GetService): void {
    for (const operation of operations)
      if (operation.plannable === true) this.#makers.set(operation.id, () => operationStep(operation, get));
  }

  find(id: string): StepKind | undefined {
    const kind = this.#kinds.get(id) ?? this.#makers.get(id)?.();
    if (kind !== undefined) this.#kinds.set(id, kind);
    return kind;
  }

  /** @throws FORBIDDEN when a caller may not have some steps done */
  mayApply(principal: Principal, kinds: readonly StepKind[]): void {
    for (const kind of kinds) {
      const missing = kind.needs.find((permission) => !(principal.permissions === "all" || principal.permissions.has(permission)));
      if (missing !== undefined) throw coreErrors.FORBIDDEN({ permission: missing });
      if (!kind.accepts(principal))
        throw coreErrors.FORBIDDEN({ permission: kind.needs[0] as string, reason: `${kind.id} is not for this credential` });
    }
  }
}
