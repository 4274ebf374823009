import {
  type AnyOperation,
  type CallContext,
  coreErrors,
  type ExecuteInput,
  type ExecuteResult,
  type FieldProblem,
  type Host,
  isInventoryError,
} from "@cadastre/inventory-core";
import { DRY_RUN, type DryRunRequest } from "./dry-run.ts";

/** Query parameter of operations with `plansItself`: `true` makes a plan of the call, and changes nothing. */
export const PLAN = "plan";

/** Fields of the only step of such a plan: parameters and fields of the call. */
const STEP_FIELD = /^steps\[0\]\.(?:body|params)\.(.+)$/;

/** The operation that makes plans, whose answer such a call has; undefined where the call makes none. */
export function planningOf(host: Pick<Host, "operations">, operation: Pick<AnyOperation, "plansItself">): AnyOperation | undefined {
  return operation.plansItself === true ? host.operations.find(({ id }) => id === "plans.create") : undefined;
}

const NONE: DryRunRequest = { wanted: false, check() {} };

/** Reads the parameter `plan`, which only operations with `plansItself` have. @param search query string */
export function planRequestOf(operation: Pick<AnyOperation, "plansItself">, search: string, dryRun: DryRunRequest): DryRunRequest {
  if (operation.plansItself !== true) return NONE;
  const given = new URLSearchParams(search).getAll(PLAN);
  const [value] = given;
  if (value === undefined || (value === "false" && given.length === 1)) return NONE;
  const isWrong = value !== "true" || given.length > 1;
  const problem = isWrong ? "must be true or false" : dryRun.wanted ? "cannot be given together with dry_run" : undefined;
  return {
    wanted: true,
    check: () => {
      if (problem !== undefined) throw coreErrors.VALIDATION_ERROR({ [PLAN]: { field: PLAN, message: problem } });
    },
  };
}

/** Makes a plan of which a call is the only step. @throws what is wrong with the call, at the fields of the call */
export async function planOf(
  host: Host,
  planning: AnyOperation,
  operation: AnyOperation,
  input: ExecuteInput,
  request: DryRunRequest,
  call: CallContext,
): Promise<ExecuteResult> {
  const body = async (): Promise<unknown> => {
    const query = Object.entries(input.query ?? {}).filter(([name]) => name !== PLAN && name !== DRY_RUN);
    const params = { ...Object.fromEntries(query), ...input.params };
    const step = {
      operation: operation.id,
      ...(Object.keys(params).length > 0 && { params }),
      ...(operation.body !== undefined && { body: objectOf(await input.body()) }),
    };
    return { title: operation.summary, steps: [step] };
  };
  // No call goes on without its parameters, so that none is carried out which was to be a plan.
  const checked = {
    get params() {
      request.check();
      // Refuses query parameters that the call does not have.
      void input.params;
      return {};
    },
    query: {},
    body,
  };
  try {
    return await host.execute(planning, checked, operation.conditional === true ? { ...call, stepIfMatch: call.ifMatch } : call);
  } catch (error) {
    throw atCall(error);
  }
}

/** Checks the body before it becomes that of a step, so that the error is about the call. @throws INVALID_INPUT */
function objectOf(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw coreErrors.INVALID_INPUT({ reason: "the body must be a JSON object" });
}

/** The error of the step as the error of the call. */
function atCall(error: unknown): unknown {
  if (!isInventoryError(error) || error.code !== "VALIDATION_ERROR") return error;
  if (isInventoryError(error.cause) && error.cause.code !== "VALIDATION_ERROR") return error.cause;
  const problems = Object.values(error.details as Readonly<Record<string, FieldProblem>>).map(({ field, message }) => {
    const own = STEP_FIELD.exec(field)?.[1] ?? (field.startsWith("steps") ? "body" : field);
    return [own, { field: own, message }] as const;
  });
  return coreErrors.VALIDATION_ERROR(Object.fromEntries(problems));
}
