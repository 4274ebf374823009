import type { AnyOperation, Host } from "@cadastre/inventory-core";
import type { Admission } from "./admission.ts";
import { type Answer, emptyAnswer } from "./answer.ts";
import { callContextOf } from "./call-context.ts";
import { dryRunOf, isRehearsed, rehearsalAnswer } from "./dry-run.ts";
import type { Exchange } from "./exchange.ts";
import { fileAnswer } from "./file-response.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listAnswer } from "./list-response.ts";
import { listRecordAnswer } from "./list-record-response.ts";
import { recordAnswer } from "./record-response.ts";
import { readJsonBody } from "./request-body.ts";
import { readLines } from "./request-lines.ts";
import { decodeParams, parseQuery } from "./request-input.ts";
import { StreamLife, watchAnswer } from "./watch-response.ts";

/** Runs an operation for a request. The engine checks permission, existence, query and body, in this order. */
export async function callOperation(
  host: Host,
  admission: Admission,
  exchange: Exchange,
  operation: AnyOperation,
  rawParams: Readonly<Record<string, string>> | undefined,
  bodyLimitBytes: number,
  lifecycle: Lifecycle,
): Promise<Answer> {
  const principal = await admission.admit(exchange, { access: operation.access, limit: operation.limit });
  const life = operation.output.kind === "watch" ? new StreamLife(host.clock, [exchange.signal, lifecycle.signal]) : undefined;
  const call = callContextOf(exchange, principal, operation, life?.signal);
  const dryRun = dryRunOf(operation, exchange.search);
  let params: Readonly<Record<string, string>> | undefined;
  // Each part is read when the engine asks for it, so that nothing is said of a part before the checks ahead of it.
  const input = {
    get params() {
      // No call goes on without its parameters, so that none is carried out which was to be rehearsed.
      dryRun.check();
      return (params ??= decodeParams(rawParams));
    },
    get query() {
      return parseQuery(exchange.search);
    },
    body: async () => await readJsonBody(exchange, operation, bodyLimitBytes),
    items: () => readLines(exchange, operation),
  };
  if (dryRun.wanted && isRehearsed(operation)) return rehearsalAnswer(await host.rehearse(operation, input, call));
  const result = await host.execute(operation, input, call);
  switch (result.kind) {
    case "empty":
      return emptyAnswer(operation.http.status);
    case "list":
      return await listAnswer(exchange, operation.http.status, result.value);
    case "watch":
      return await watchAnswer(exchange, result.value, life as StreamLife, async () => await admission.isStillAdmitted(exchange, principal, operation.access));
    case "file":
      return fileAnswer(exchange, operation.http.status, result.value);
    case "list-record":
      return await listRecordAnswer(exchange, operation, result.value, call);
    case "record":
      return recordAnswer(exchange, operation, result.value, call);
  }
}
