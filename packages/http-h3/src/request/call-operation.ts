import type { AnyOperation, ExecuteResult, Host } from "@cadastre/inventory-core";
import { type Answer, emptyAnswer } from "../answer/answer.ts";
import { planningOf, planOf, planRequestOf } from "./as-plan.ts";
import { dryRunOf, hasDryRun, dryRunAnswer } from "./dry-run.ts";
import type { Exchange } from "./exchange.ts";
import type { Lifecycle } from "../server/lifecycle.ts";
import type { Callers } from "../limits/callers.ts";
import { listRecordAnswer } from "../streamed/list-record-response.ts";
import { recordAnswer } from "../answer/record-response.ts";
import { readJsonBody } from "./request-body.ts";
import { readLines } from "../server/request-lines.ts";
import { decodeParams, parseQuery } from "./request-input.ts";
import { fileAnswer } from "../streamed/file-response.ts";
import { listAnswer } from "../streamed/list-response.ts";
import { heldUntilOver, StreamLife, watchAnswer } from "../answer/watch-response.ts";

/** Tells that an answer is the one which the same call was given before. */
const withReplay = (answer: Answer, isReplay = false): Answer =>
  isReplay ? { ...answer, headers: [...answer.headers, ["idempotent-replay", "true"]] } : answer;

/** Runs an operation for a request. The engine checks permission, existence, query and body, in this order. */
export async function callOperation(
  host: Host,
  callers: Callers,
  exchange: Exchange,
  operation: AnyOperation,
  rawParams: Readonly<Record<string, string>> | undefined,
  bodyLimitBytes: number,
  lifecycle: Lifecycle,
): Promise<Answer> {
  const principal = await callers.admission.admit(exchange, { access: operation.access, limit: operation.limit });
  const life = operation.output.kind === "watch" ? new StreamLife(host.clock, [exchange.signal, lifecycle.signal]) : undefined;
  const waiting = operation.waits === true ? AbortSignal.any([exchange.signal, lifecycle.signal]) : undefined;
  const call = callers.contextOf(exchange, principal, operation, life?.signal ?? waiting);
  const dryRun = dryRunOf(operation, exchange.search);
  const asPlan = planRequestOf(operation, exchange.search, dryRun);
  let params: Readonly<Record<string, string>> | undefined;
  // Each part is read when the engine asks for it, so that nothing is said of a part before the checks ahead of it.
  const input = {
    get params() {
      // No call goes on without its parameters, so that none is carried out which was to be a dry run.
      dryRun.check();
      return (params ??= decodeParams(rawParams));
    },
    get query() {
      return parseQuery(exchange.search);
    },
    body: async () => await readJsonBody(exchange, operation, bodyLimitBytes),
    items: () => readLines(exchange, operation),
  };
  const planning = asPlan.wanted ? planningOf(host, operation) : undefined;
  if (planning !== undefined) {
    const { plan, isReplay } = await planOf(host, planning, operation, input, asPlan, call);
    return withReplay(recordAnswer(exchange, planning, plan, call), isReplay);
  }
  if (dryRun.wanted && hasDryRun(operation)) return dryRunAnswer(await host.dryRun(operation, input, call));
  const enter = (): (() => void) => callers.enterList(exchange, principal);
  const closeStream = life === undefined ? undefined : callers.openStream(exchange, principal);
  try {
    const answer = await answerOf(await host.execute(operation, input, call));
    return closeStream === undefined || life === undefined ? answer : heldUntilOver(answer, life, closeStream);
  } catch (error) {
    closeStream?.();
    throw error;
  }

  async function answerOf(result: ExecuteResult): Promise<Answer> {
    switch (result.kind) {
      case "empty":
        return emptyAnswer(operation.http.status);
      case "list":
        return await listAnswer(exchange, operation.http.status, result.value, enter);
      case "watch":
        return await watchAnswer(
          exchange,
          result.value,
          life as StreamLife,
          async () => await callers.admission.isStillAdmitted(exchange, principal, operation.access),
        );
      case "file":
        return await fileAnswer(exchange, operation.http.status, result.value, enter);
      case "list-record":
        return await listRecordAnswer(exchange, operation, result.value, call, enter);
      case "record":
        return withReplay(recordAnswer(exchange, operation, result.value, call), result.isReplay);
    }
  }
}
