import type { Client } from "@cadastre/client";
import { type ExportRecords, type ExportScope, writeExport } from "@cadastre/importers";
import { isInventoryError } from "@cadastre/inventory-core";
import { usageFailure } from "../../exit-codes.ts";
import { type CommonOptions, inSession } from "../commands/run-operation.ts";
import type { Terminal } from "../terminal.ts";

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
export async function runExport(scope: ExportScope, options: ExportCommandOptions, terminal: Terminal): Promise<void> {
  const { as: format, tag: tags, status, port } = options;
  if (scope !== "device" && (tags !== undefined || status !== undefined)) throw usageFailure("--tag and --status apply to devices only");
  await inSession(
    options,
    terminal,
    async ({ client, out }) => {
      const records = recordsOf(client, { ...(tags === undefined ? {} : { tags }), ...(status === undefined ? {} : { status }) });
      let waiting = "";
      for await (const text of texts(format, scope, records, port)) {
        waiting += text;
        if (waiting.length < CHUNK_CHARACTERS) continue;
        await out.write(waiting);
        waiting = "";
      }
      await out.write(waiting);
    },
    // Everybody signed in reads fields.
    scope === "field" ? { reads: true } : { reads: true, permission: `${scope === "all" ? "device" : scope}:list` },
  );
}

function texts(format: string, scope: ExportScope, records: ExportRecords, port: number | undefined): AsyncIterable<string> {
  try {
    return writeExport(format, scope, records, port === undefined ? {} : { port });
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
