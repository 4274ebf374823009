import type { AnyOperation, ExecuteInput, ExecuteResult, Host } from "@cadastre/inventory-core";
import { type Answer, emptyAnswer } from "../answer/answer.ts";
import { planningOf, planOf, planRequestOf } from "./as-plan.ts";
import { answersChanges, type DryRunRequest, dryRunOf, dryRunAnswer } from "./dry-run.ts";
import type { Exchange } from "./exchange.ts";
import type { Lifecycle } from "../server/lifecycle.ts";
import type { Callers } from "../limits/callers.ts";
import { longRecordAnswer } from "../streamed/long-record-response.ts";
import { recordAnswer } from "../answer/record-response.ts";
import { readJsonBody } from "./request-body.ts";
import { readLines } from "../server/request-lines.ts";
import { checkQueryNames } from "./query-names.ts";
import { decodeParams, parseQuery } from "./request-input.ts";
import { fileAnswer } from "../streamed/file-response.ts";
import { listAnswer } from "../streamed/list-response.ts";
import { heldUntilOver, StreamLife, watchAnswer } from "../answer/watch-response.ts";

/** Tells that an answer is the one which the same call was given before. */
const withReplay = (answer: Answer, isReplay = false): Answer =>
  isReplay ? { ...answer, headers: [...answer.headers, ["idempotent-replay", "true"]] } : answer;

/** Each part is read when the engine asks for it, so that nothing is said of a part before the checks ahead of it. */
class RequestInput implements ExecuteInput {
  readonly #exchange: Exchange;
  readonly #operation: AnyOperation;
  readonly #dryRun: DryRunRequest;
  readonly #bodyLimitBytes: number;
  #query: Readonly<Record<string, string | string[]>> | undefined;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(exchange: Exchange, operation: AnyOperation, dryRun: DryRunRequest, bodyLimitBytes: number) {
    this.#exchange = exchange;
    this.#operation = operation;
    this.#dryRun = dryRun;
    this.#bodyLimitBytes = bodyLimitBytes;
  }

  get params(): Readonly<Record<string, string>> {
    // No call is carried out without its path parameters: so none that asks for something the operation does not have.
    this.#dryRun.check();
    checkQueryNames(this.#operation, Object.keys(this.query));
    return (this.#params ??= decodeParams(this.#exchange.params));
  }

  get query(): Readonly<Record<string, string | string[]>> {
    return (this.#query ??= parseQuery(this.#exchange.search));
  }

  readonly body = async (): Promise<unknown> => await readJsonBody(this.#exchange, this.#operation, this.#bodyLimitBytes);

  readonly items = (): AsyncGenerator<unknown> => readLines(this.#exchange, this.#operation);
}

/** Runs an operation for a request. The engine checks permission, existence, query and body, in this order. */
export async function callOperation(
  host: Host,
  callers: Callers,
  exchange: Exchange,
  operation: AnyOperation,
  bodyLimitBytes: number,
  lifecycle: Lifecycle,
): Promise<Answer> {
  const admitted = callers.admission.admit(exchange, { access: operation.access, limit: operation.limit });
  const principal = admitted instanceof Promise ? await admitted : admitted;
  const life = operation.output.kind === "watch" ? new StreamLife(host.clock, [exchange.signal, lifecycle.signal]) : undefined;
  const waiting = operation.waits === true ? AbortSignal.any([exchange.signal, lifecycle.signal]) : undefined;
  const call = callers.contextOf(exchange, principal, operation, life?.signal ?? waiting);
  const dryRun = dryRunOf(operation, exchange.search);
  const asPlan = planRequestOf(operation, exchange.search, dryRun);
  const input = new RequestInput(exchange, operation, dryRun, bodyLimitBytes);
  const planning = asPlan.wanted ? planningOf(host, operation) : undefined;
  if (dryRun.wanted && answersChanges(operation)) return dryRunAnswer(await host.dryRun(operation, input, call));
  // Nothing is created by a dry run.
  const answered = dryRun.wanted ? { ...operation, http: { ...operation.http, status: 200 } } : operation;
  const enter = (): (() => void) => callers.enterList(exchange, principal);
  const closeStream = life === undefined ? undefined : callers.openStream(exchange, principal);
  try {
    const sent =
      planning === undefined
        ? answerOf(await host.execute(operation, input, dryRun.wanted ? { ...call, dryRun: true } : call), answered)
        : answerOf(await planOf(host, planning, operation, input, asPlan, call), planning);
    const answer = sent instanceof Promise ? await sent : sent;
    return closeStream === undefined || life === undefined ? answer : heldUntilOver(answer, life, closeStream);
  } catch (error) {
    closeStream?.();
    throw error;
  }

  function answerOf(result: ExecuteResult, answering: AnyOperation): Answer | Promise<Answer> {
    const { status } = answering.http;
    switch (result.kind) {
      case "empty":
        return emptyAnswer(status);
      case "list":
        return listAnswer(exchange, status, result.value, enter);
      case "watch":
        return watchAnswer(
          exchange,
          result.value,
          life as StreamLife,
          async () => await callers.admission.isStillAdmitted(exchange, principal, operation.access),
        );
      case "file":
        return fileAnswer(exchange, status, result.value, enter);
      case "list-record":
        return longRecordAnswer(exchange, answering, result.value.inPieces(), call, enter);
      case "long-record":
        return longRecordAnswer(exchange, answering, result.value, call, enter).then((answer) => withReplay(answer, result.isReplay));
      case "record":
        return withReplay(recordAnswer(exchange, answering, result.value, call), result.isReplay);
    }
  }
}
