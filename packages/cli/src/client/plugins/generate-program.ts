import type { Command } from "commander";
import { addCommonOptions } from "../commands/common-options.ts";
import { GROUPS } from "../commands/nouns.ts";
import type { Terminal } from "../terminal.ts";
import type { GenerateOptions } from "./generate-client.ts";

const HELP = `
The module has the records, a typed method for each operation of the server and of its
plugins, and the codes of errors. It imports @cadastre/client and nothing else.

Examples:
  cadastre client generate --out src/cadastre-client.ts
  cadastre --config cadastre.config.ts client generate --from-config --out src/cadastre-client.ts
`;

/** `cadastre client generate`. */
export function addGenerateCommand(program: Command, terminal: Terminal): void {
  const client = program
    .command("client")
    .helpGroup(GROUPS.upkeep)
    .helpCommand(false)
    .description("TypeScript clients for a server with its plugins");
  const generate = client
    .command("generate")
    .description("write a typed client for the server and its plugins")
    .option("--out <file>", "file to write; standard output by default")
    .option("--from-config", "the plugins of the config file, without a server")
    .addHelpText("after", HELP)
    .action(async (options: GenerateOptions) => await (await import("./generate-client.ts")).generateClient(options, terminal));
  addCommonOptions(generate, false);
}
