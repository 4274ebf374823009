import type { AnyOperation, ExecuteInput, ExecuteResult, Host, ReceivedItems } from "@cadastre/inventory-core";
import { type Answer, emptyAnswer } from "../answer/answer.ts";
import { planningOf, planOf, planRequestOf } from "./as-plan.ts";
import { answersChanges, type DryRunRequest, dryRunOf, dryRunAnswer } from "./dry-run.ts";
import type { ReceivedBody } from "../bodies/received-body.ts";
import type { Exchange } from "./exchange.ts";
import type { Lifecycle } from "../server/lifecycle.ts";
import type { Callers } from "../limits/callers.ts";
import { longRecordAnswer } from "../streamed/long-record-response.ts";
import { recordAnswer } from "../answer/record-response.ts";
import { readJsonBody } from "./request-body.ts";
import { receiveLines } from "../server/request-lines.ts";
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
  readonly #receive: (limitBytes: number) => Promise<ReceivedBody>;
  #received: ReceivedBody | undefined;
  #query: Readonly<Record<string, string | string[]>> | undefined;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(
    exchange: Exchange,
    operation: AnyOperation,
    dryRun: DryRunRequest,
    bodyLimitBytes: number,
    receive: (limitBytes: number) => Promise<ReceivedBody>,
  ) {
    this.#exchange = exchange;
    this.#operation = operation;
    this.#dryRun = dryRun;
    this.#bodyLimitBytes = bodyLimitBytes;
    this.#receive = async (limitBytes) => (this.#received = await receive(limitBytes));
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

  readonly body = async (): Promise<unknown> =>
    await readJsonBody(this.#exchange, this.#operation, async () => await this.#receive(this.#bodyLimitBytes));

  readonly items = async (): Promise<ReceivedItems | undefined> => {
    const form = this.#operation.items?.form;
    return form?.kind === "lines" ? await receiveLines(this.#exchange, form, this.#receive) : undefined;
  };

  /** Releases a body that was not read to its end. */
  close(): Promise<void> | undefined {
    return this.#received?.close();
  }
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
  const input = new RequestInput(
    exchange,
    operation,
    dryRun,
    bodyLimitBytes,
    async (limitBytes) => await callers.receiveBody(exchange, principal, limitBytes),
  );
  const planning = asPlan.wanted ? planningOf(host, operation) : undefined;
  const enter = (): (() => void) => callers.enterList(exchange, principal);
  if (planning === undefined && dryRun.wanted && answersChanges(operation)) {
    try {
      return await dryRunAnswer(await host.dryRun(operation, input, call), exchange.signal, enter);
    } finally {
      await input.close();
    }
  }
  // Nothing is created by a dry run.
  const answered = dryRun.wanted ? { ...operation, http: { ...operation.http, status: 200 } } : operation;
  const closeStream = life === undefined ? undefined : callers.openStream(exchange, principal);
  try {
    const execute = async (): Promise<ExecuteResult> =>
      planning === undefined
        ? await host.execute(operation, input, dryRun.wanted ? { ...call, dryRun: true } : call)
        : await planOf(host, planning, operation, input, asPlan, call);
    const result = operation.http.method === "GET" ? await execute() : await callers.measured(exchange, principal, execute);
    const sent = answerOf(result, planning ?? answered);
    const answer = sent instanceof Promise ? await sent : sent;
    // A list may read its lines while it is sent.
    const closing = result.kind === "list" && operation.items?.form.kind === "lines" ? undefined : input.close();
    if (closing !== undefined) await closing;
    return closeStream === undefined || life === undefined ? answer : heldUntilOver(answer, life, closeStream);
  } catch (error) {
    closeStream?.();
    await input.close();
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
