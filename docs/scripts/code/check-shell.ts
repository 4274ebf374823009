import { globSync, readFileSync } from "node:fs";
import { describeSettings } from "@cadastre/cli";
import { ROOT } from "../markdown-pages.ts";
import { checkCadastre } from "./check-cadastre.ts";
import { CurlCheck, type Described } from "./check-curl.ts";
import { type ShellCommand, shellCommands } from "./shell-words.ts";

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(ROOT + path, "utf8")) as Manifest;

/** Programs that are not ours: nothing is known of their options here. */
const OTHERS = new Set([
  "ansible",
  "ansible-inventory",
  "apt",
  "cd",
  "claude",
  "cp",
  "createdb",
  "docker",
  "export",
  "git",
  "go",
  "install",
  "journalctl",
  "mkdir",
  "openssl",
  "echo",
  "openapi-python-client",
  "pg_dump",
  "pg_restore",
  "pip",
  "psql",
  "python3",
  "rclone",
  "sed",
  "socat",
  "source",
  "sysctl",
  "systemctl",
  "systemd-run",
  "systemd-sysusers",
]);

/** Where a page has made a virtual environment of Python. */
const VENV = "venv/bin/";

/** Packages of npm that pages use beside ours: they generate clients, and what they generate is compiled. */
const GENERATORS = new Set(["@hey-api/openapi-ts", "typescript"]);

/** The tarballs that pack:packages writes. */
const TARBALLS = "./packed/cadastre-*.tgz";

/** Variables that are no settings of the server. */
const VARIABLES = new Set([
  "IMPORT_TOKEN",
  "LANG",
  "NODE_EXTRA_CA_CERTS",
  "NODE_OPTIONS",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_SERVICE_NAME",
  "PGPASSWORD",
  "SERVICE_API_TOKEN",
  "SERVICE_API_TOKEN_FILE",
  "SERVICE_API_URL",
  "SERVICE_OUTPUT",
  "SERVICE_PROFILE",
]);

/** Commands of pnpm itself that pages use. */
const PNPM_COMMANDS = new Set(["install", "exec"]);

/** The time of a line of a crontab. */
const CRON = /^(?:[\d*/,-]+[ \t]+){5}(?=\S)/gm;

const settings = describeSettings();
const settingNames = new Set(settings.flatMap(({ name, secret }) => (secret === true ? [name, `${name}_FILE`] : [name])));
const root = manifestOf("package.json");
const scripts = root.scripts ?? {};
const cli = manifestOf("packages/cli/package.json");
const ownCommands = root.dependencies?.[cli.name] === undefined ? {} : (cli.bin ?? {});
const manifests = globSync("{packages,examples}/*/package.json", { cwd: ROOT }).map(manifestOf);
const packages = new Set(
  manifests.flatMap(({ name, dependencies, peerDependencies }) => [
    name,
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(peerDependencies ?? {}),
  ]),
);
const curl = new CurlCheck(JSON.parse(readFileSync(`${ROOT}docs/reference/openapi.json`, "utf8")) as Described);

/** What is wrong with a block of shell code: commands, options, settings, scripts, paths and bodies that are not there. */
export async function shellProblems(code: string): Promise<readonly string[]> {
  let commands: readonly ShellCommand[];
  try {
    commands = shellCommands(code.replaceAll(CRON, ""));
  } catch (error) {
    return [String(error)];
  }
  const problems: string[] = [];
  for (const { assignments, words } of commands) {
    const exported = words[0] === "export" ? words.slice(1).map((word) => word.split("=")[0] as string) : [];
    // What is set before nothing, or for programs of others, may have any name; but for ours it has a meaning.
    const ours = words.length === 0 || isOurs(words) ? [...assignments.keys()] : [];
    for (const name of [...ours, ...exported])
      if (!settingNames.has(name) && !VARIABLES.has(name)) problems.push(`there is no setting ${name}`);
    problems.push(...(await commandProblems(words)).map((problem) => `${words.join(" ").slice(0, 80)}: ${problem}`));
  }
  return problems;
}

function isOurs([name, ...rest]: readonly string[]): boolean {
  return name === "cadastre" || (name === "npx" && rest.includes("pnpm@12"));
}

async function commandProblems([name, ...args]: readonly string[]): Promise<readonly string[]> {
  if (name === undefined) return [];
  if (name === "cadastre" || name.endsWith("/.bin/cadastre")) return asList(await checkCadastre(args));
  if (name === "curl") return curl.problems(args);
  // What another user runs, and what is set for it.
  if (name === "runuser") return await commandProblems(args.slice(args.indexOf("--") + 1));
  if (name === "sudo") return await commandProblems(args[0] === "-u" ? args.slice(2) : args);
  if (name === "env") return await commandProblems(args.slice(args.findIndex((word) => !word.includes("="))));
  if (name === "xargs") return await commandProblems([...args, "$INPUT"]);
  if (name === "npm") return npmProblems(args);
  if (name === "pnpm") return await pnpmProblems(args);
  if (name === "npx") return await npxProblems(args);
  // In a container: what follows the name of the service.
  if (name === "docker" && args.includes("exec")) return await commandProblems(args.slice(args.indexOf("exec") + 2));
  return OTHERS.has(name) || name.startsWith(VENV) ? [] : ["this command is not known: is it misspelt, or missing in check-shell.ts?"];
}

function npmProblems([command, ...names]: readonly string[]): readonly string[] {
  if (command === "create") return packages.has(`create-${names[0]?.split("@")[0]}`) ? [] : [`no package of ours is create-${names[0]}`];
  if (command !== "install") return [`npm ${command} is not used in pages`];
  const wanted = names[0] === "--prefix" ? names.slice(2) : names;
  const isKnown = (name: string): boolean => {
    const plain = name.replace(/(?<=.)@.*$/, "");
    return name.startsWith("-") || name === TARBALLS || packages.has(plain) || GENERATORS.has(plain);
  };
  return wanted.filter((name) => !isKnown(name)).map((name) => `no package of ours is or takes ${name}`);
}

async function npxProblems(args: readonly string[]): Promise<readonly string[]> {
  const [first, ...rest] = args.filter((word) => word !== "--yes");
  if (first === "pnpm@12") return args.includes("--yes") ? await pnpmProblems(rest) : ["npx needs --yes"];
  if (first === "cadastre") return asList(await checkCadastre(rest));
  return first === "@modelcontextprotocol/inspector" || first === "openapi-ts" ? [] : [`${first} is not known`];
}

async function pnpmProblems([command = "", ...rest]: readonly string[]): Promise<readonly string[]> {
  if (PNPM_COMMANDS.has(command)) return [];
  // A command of a package that the root depends on.
  if (command in ownCommands) return asList(await checkCadastre(rest));
  const script = scripts[command];
  if (script === undefined) return [`package.json has no script ${command}`];
  // What follows goes to the command that the script runs.
  const ours = /packages\/cli\/src\/main\.ts(.*)$/.exec(script)?.[1];
  return ours === undefined ? [] : asList(await checkCadastre([...ours.split(" ").filter((word) => word !== ""), ...rest]));
}

function asList(problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [problem];
}
