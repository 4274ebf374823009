import type { ManifestOperation } from "@cadastre/client/manifest";
import { CommandFailure, EXIT } from "../../../exit-codes.ts";
import { onSignals } from "../../../server/interruption.ts";
import { formatOf } from "../../connection/target.ts";
import type { Values } from "../../input/record-file.ts";
import { cellText, type Row } from "../../output/table.ts";
import type { Session } from "../run-operation.ts";

/**
 * Writes events as they come, a line each: JSON with `-o json`. It goes on over broken connections, until Ctrl-C.
 * @throws CadastreError, CommandFailure, ReaderGone
 */
export async function runTail(operation: ManifestOperation, values: Values, session: Session): Promise<void> {
  const { client, out, terminal, options } = session;
  const asJson = formatOf(options, terminal) === "json";
  using interrupt = onSignals("SIGINT");
  const events = client.call(operation.id, values, { signal: interrupt.signal }) as AsyncIterable<{
    readonly id: string;
    readonly data: Row;
  }>;
  for await (const { id, data } of events) await out.line(asJson ? JSON.stringify({ ...data, cursor: id }) : lineOf(data));
  if (interrupt.signal.aborted) throw new CommandFailure("", EXIT.interrupted);
}

function lineOf(event: Row): string {
  const data = (event["data"] ?? {}) as Row;
  const about = data["name"] ?? data["ip"] ?? data["description"] ?? data["id"];
  return [event["timestamp"], event["event"], about]
    .map(cellText)
    .filter((text) => text !== "")
    .join("  ");
}
