import { CadastreError, type Client } from "@cadastre/client";
import { type DeclaredRecords, EXPORT_FORMATS, type ExportOptions, type ExportRecords, writeExport } from "@cadastre/importers";
import { isInventoryError } from "@cadastre/inventory-core";
import { usageFailure } from "../../exit-codes.ts";
import { type CommonOptions, inSession } from "../commands/run-operation.ts";
import type { Terminal } from "../terminal.ts";
import { type DeclaredKind, declaredKinds } from "./declared-kinds.ts";
import { EXPORT_SCOPES } from "./export-scopes.ts";

/** Options of `cadastre export`. */
export interface ExportCommandOptions extends CommonOptions {
  readonly as: string;
  readonly tag?: readonly string[];
  readonly status?: string;
  readonly port?: number;
}

/** Text that is gathered before it is written. */
const CHUNK_CHARACTERS = 32_768;

/**
 * Writes records as another program reads them, as they come: memory holds a chunk of text.
 * @throws CommandFailure, ReaderGone
 */
export async function runExport(what: string, options: ExportCommandOptions, terminal: Terminal): Promise<void> {
  const { as: format, tag: tags, status, port } = options;
  const kinds = needsKinds(what, format) ? await declaredKinds(options, terminal) : [];
  const { scope, permission } = scopeOf(what, kinds);
  if (scope !== "device" && (tags !== undefined || status !== undefined)) throw usageFailure("--tag and --status apply to devices only");
  await inSession(
    options,
    terminal,
    async ({ client, out }) => {
      const records = recordsOf(client, { ...(tags === undefined ? {} : { tags }), ...(status === undefined ? {} : { status }) });
      let waiting = "";
      for await (const text of texts(format, scope, records, { declared: declaredOf(client, kinds, scope === "network"), port })) {
        waiting += text;
        if (waiting.length < CHUNK_CHARACTERS) continue;
        await out.write(waiting);
        waiting = "";
      }
      await out.write(waiting);
    },
    permission === undefined ? { reads: true } : { reads: true, permission },
  );
}

/** Whether an export may hold records of declared kinds, or their names. */
const needsKinds = (what: string, format: string): boolean =>
  !isCoreScope(what) || (["all", "networks"].includes(what) && EXPORT_FORMATS.find(({ name }) => name === format)?.takesDeclared === true);

const isCoreScope = (what: string): what is keyof typeof EXPORT_SCOPES => Object.hasOwn(EXPORT_SCOPES, what);

/**
 * The type of the records that are called so, and the permission that listing them needs; everybody signed in reads fields.
 * @throws CommandFailure
 */
function scopeOf(what: string, kinds: readonly DeclaredKind[]): { readonly scope: string; readonly permission: string | undefined } {
  if (isCoreScope(what)) {
    const scope = EXPORT_SCOPES[what];
    return { scope, permission: scope === "field" ? undefined : `${scope === "all" ? "device" : scope}:list` };
  }
  const declared = kinds.find(({ plural }) => plural === what);
  if (declared !== undefined) return { scope: declared.kind.name, permission: declared.permission };
  const known = [...new Set([...Object.keys(EXPORT_SCOPES), ...kinds.map(({ plural }) => plural)])];
  throw usageFailure(`${JSON.stringify(what)} cannot be exported. Allowed choices are ${known.join(", ")}.`);
}

/** @param namesOnly whether records are read for their names: those that the caller may not list have none */
const declaredOf = (client: Client, kinds: readonly DeclaredKind[], namesOnly: boolean): readonly DeclaredRecords[] =>
  kinds.map(({ kind, list }) => {
    const records = () => client.call(list, {}) as AsyncIterable<object>;
    return { kind, records: namesOnly ? () => listed(records()) : records };
  });

async function* listed(records: AsyncIterable<object>): AsyncGenerator<object> {
  try {
    yield* records;
  } catch (error) {
    if (!(error instanceof CadastreError) || error.kind !== "forbidden") throw error;
  }
}

function texts(format: string, scope: string, records: ExportRecords, options: ExportOptions): AsyncIterable<string> {
  try {
    return writeExport(format, scope, records, options);
  } catch (error) {
    if (!isInventoryError(error)) throw error;
    throw usageFailure(error.message);
  }
}

/** Lists of the service, asked for when they are read. */
function recordsOf(client: Client, devices: Readonly<Record<string, unknown>>): ExportRecords {
  const list = (operation: string, input: Readonly<Record<string, unknown>> = {}) => client.call(operation, input) as AsyncIterable<never>;
  return {
    field: () => list("fields.list"),
    space: () => list("spaces.list"),
    datacenter: () => list("datacenters.list"),
    network: () => list("networks.list"),
    device: () => list("devices.list", devices),
    relationship: () => list("relationships.listAll"),
    pool: async function* () {
      for await (const { id } of list("networks.list") as AsyncIterable<{ readonly id: string }>) yield* list("pools.list", { id });
    },
  };
}
