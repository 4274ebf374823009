// The command with templates that a test has built. Arguments: folder of the templates, then those of the command.
import { pathToFileURL } from "node:url";
import { runCreate } from "../../src/run-create.ts";

const [templates = "", ...words] = process.argv.slice(2);
const { stdin, stdout, stderr, env: environment } = process;
process.exitCode = await runCreate(words, { stdin, stdout, stderr, environment }, pathToFileURL(`${templates}/`));
