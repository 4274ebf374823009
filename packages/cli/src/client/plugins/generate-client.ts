import { clientSource } from "@cadastre/client/generate";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import { inSession, type CommonOptions, type Session } from "../commands/run-operation.ts";
import type { Terminal } from "../terminal.ts";

export interface GenerateOptions extends CommonOptions {
  readonly out?: string;
  readonly fromConfig?: boolean;
}

/** Writes a client for a running server, or for the server that the config file describes. @throws CommandFailure */
export async function generateClient(options: GenerateOptions, terminal: Terminal): Promise<void> {
  const { out, fromConfig = false } = options;
  if (fromConfig && (options.apiUrl ?? options.profile ?? options.database) !== undefined)
    throw usageFailure("--from-config cannot be combined with --api-url, --profile or --database");
  if (fromConfig) {
    const { configManifest } = await import("../../host/config-manifest.ts");
    return write(clientSource(await configManifest(terminal.environment), "a config file"), out, options, terminal);
  }
  const generate = async ({ client, connection: { target } }: Session): Promise<void> => {
    const source = clientSource(await client.manifest.get(), target.kind === "server" ? target.url : "a database");
    write(source, out, options, terminal);
  };
  await inSession(options, terminal, generate, { reads: true });
}

/** Writes the whole file, or leaves it as it was. */
function write(text: string, path: string | undefined, { quiet = false }: GenerateOptions, { stdout, stderr }: Terminal): void {
  if (path === undefined) return void stdout.write(text);
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new CommandFailure(`--out: ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, EXIT.usage);
  }
  if (!quiet) stderr.write(`${path} written: import { createClient } from it\n`);
}
