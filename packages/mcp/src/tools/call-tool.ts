import type { CallContext, ExecuteResult, Host, JsonText } from "@cadastre/inventory-core";
import { charged, nextTurn, reportOf } from "@cadastre/inventory-core/protocol";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Cursor, writeCursor } from "./cursor.ts";
import { type Bounds, itemsOf, readListPage } from "./list-page.ts";
import { partOfList, recordOf } from "./list-record-part.ts";
import type { NamedRecords } from "./named-records.ts";
import { DATA_META, DATA_NOTE, visibleJson } from "./outside-data.ts";
import { partOf } from "./record-part.ts";
import { type Cut, shorten } from "./shorten.ts";
import type { OperationTool } from "./operation-tool.ts";
import { publicErrorOf } from "./tool-error.ts";
import { ToolInput } from "./tool-input.ts";

/** What calls are carried out with. */
interface Engine {
  readonly host: Host;
  readonly named: NamedRecords;
}

type Structured = Readonly<Record<string, unknown>>;

/**
 * Calls a tool. Results with records are marked as data from outside. What goes wrong is a result with `isError` and our error as JSON
 * text, so that the model reads it.
 * @param bounds how much the result holds
 */
export async function callTool(
  engine: Engine,
  tool: OperationTool,
  given: Structured,
  call: CallContext,
  bounds: Bounds,
): Promise<CallToolResult> {
  try {
    const structured = await answer(engine, tool, given, call, bounds);
    // Results of many calls that are ready together are written one in a turn.
    await nextTurn();
    const content = [{ type: "text" as const, text: visibleJson(structured) }];
    if ("done" in structured) return { content, structuredContent: { ...structured } };
    return { content: [...content, { type: "text", text: DATA_NOTE }], structuredContent: { ...structured }, _meta: DATA_META };
  } catch (error) {
    call.signal?.throwIfAborted();
    const shown = publicErrorOf(error, { logger: engine.host.logger, what: tool.name, requestId: call.requestId });
    return { content: [{ type: "text", text: visibleJson(shown) }], isError: true };
  }
}

async function answer(
  { host, named }: Engine,
  tool: OperationTool,
  asked: Structured,
  call: CallContext,
  bounds: Bounds,
): Promise<Structured> {
  const given = await named.withIds(tool, asked, call);
  const input = new ToolInput(tool, given);
  // Results are cut to size as a part of the work of the call.
  const charge: Charge = async (work) => await charged(call.budget, tool.operation.id, async () => await Promise.resolve(work()));
  if (input.isDryRun && tool.operation.dryRun === "record")
    return await shown(await host.execute(tool.operation, input, { ...call, dryRun: true }), null, { bounds, charge, write: undefined });
  if (input.isDryRun) {
    const report = await host.dryRun(tool.operation, input, call);
    const { value, cuts } = await charge(() => shorten(reportOf(report), bounds.characters));
    return { would: value, ...told(cuts.map((cut) => ({ ...cut, path: `would.${cut.path}` }))) };
  }
  const result = await host.execute(tool.operation, input, call);
  // What changes something cannot be called again to read on.
  const write = tool.operation.http.method === "GET" ? (cursor: Cursor): string => writeCursor(tool, given, cursor) : undefined;
  return await shown(result, input.cursor, { bounds, charge, write });
}

/** Does work that is charged to the call. */
type Charge = <T>(work: () => T) => Promise<T>;

/** How a result is written. */
interface Writing {
  readonly bounds: Bounds;
  readonly charge: Charge;
  /** Undefined where the call cannot go on. */
  readonly write: ((cursor: Cursor) => string) | undefined;
}

async function shown(result: ExecuteResult, cursor: Cursor | null, { bounds, charge, write }: Writing): Promise<Structured> {
  const next = (at: Cursor | undefined): Structured => (at === undefined || write === undefined ? {} : { next_cursor: write(at) });
  if (result.kind === "list") {
    const read = await readListPage(result.value, cursor !== null && "after" in cursor ? cursor.after : undefined, bounds);
    const { items, cuts } = await charge(() => itemsOf(read, bounds));
    return { items, ...next(read.last === undefined ? undefined : { after: read.last }), ...told(cuts) };
  }
  const from = cursor !== null && "field" in cursor ? cursor : undefined;
  if (result.kind === "list-record") {
    const read = await partOfList(result.value, from, bounds.characters);
    const { record, cuts } = await charge(() => recordOf(read, bounds.characters));
    return { record, ...next(read.next), ...told(cuts) };
  }
  if (result.kind === "record" || result.kind === "long-record") {
    const read = result.kind === "record" ? undefined : await result.value.part(from, bounds.characters);
    const {
      record,
      next: at,
      cuts,
    } = await charge(() =>
      partOf(read === undefined ? (result.value as JsonText<unknown>).parse() : read.record, from, bounds.characters, read?.lengths),
    );
    return {
      record,
      ...next(at),
      ...told(cuts.map((cut) => ({ ...cut, path: `record.${cut.path}` }))),
    };
  }
  if (result.kind === "empty") return { done: true };
  throw new TypeError(`a ${result.kind} is not a valid tool result`);
}

const told = (cuts: readonly Cut[]): { readonly cut?: readonly Cut[] } => (cuts.length === 0 ? {} : { cut: cuts });
