import { closest, distance } from "fastest-levenshtein";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { z } from "zod";
import { configPath } from "./config-path.ts";
import { type PluginEntry, STANDARD_PLUGINS, type StandardPlugin, type StorageEntry } from "./define-config.ts";
import { GIVEN_NAMES } from "./misspelt-names.ts";
import { SettingsError } from "./settings-error.ts";

/** What a config file says. */
export interface ConfigFile {
  /** Absolute. */
  readonly path: string;
  /** Texts of settings, by setting or `<NAME>_FILE`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly plugins: readonly PluginEntry[];
  readonly storage: StorageEntry | undefined;
  readonly without: readonly StandardPlugin[];
}

const Use = z.strictObject({ use: z.string().min(1), export: z.string().min(1).optional(), options: z.unknown().optional() });
const ModuleEntry = z.union([z.string().min(1), Use]);

/** Whether it looks like a plugin; the engine checks the rest. */
export const isPlugin = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" && !("use" in value);
export const isStorage = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "open" in value && typeof value.open === "function" && "dialect" in value;

const entry = (what: string, isOne: (value: unknown) => boolean): z.ZodType =>
  z.custom(
    (value) => isOne(value) || ModuleEntry.safeParse(value).success,
    `must be ${what}, the name of a package, a path, or { use, export, options }`,
  );

/** What a config has beside settings. */
const Parts = z.object({
  plugins: z.array(entry("a plugin", isPlugin)).default([]),
  storage: entry("a storage", isStorage).optional(),
  without: z.array(z.enum(STANDARD_PLUGINS, `must be one of ${STANDARD_PLUGINS.join(", ")}`)).default([]),
});

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

const KEYS = [...GIVEN_NAMES, ...Object.keys(Parts.shape)];

/** A misspelt name is at most a third of it away from the right one. */
const MAX_WRONG = 1 / 3;

/**
 * Reads the config file that CADASTRE_CONFIG names, or else the one in the working directory.
 * @returns undefined when there is none
 * @throws SettingsError naming everything that is wrong with its form
 */
export function readConfigFile(environment: Readonly<Record<string, string | undefined>>): ConfigFile | undefined {
  const path = configPath(environment);
  if (path === undefined) return undefined;
  const config = contentOf(path);
  const problems = Object.keys(config).flatMap((key) =>
    KEYS.includes(key) ? [] : [`${path}: ${key} is not a known setting${guess(key)}`],
  );
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(config)) {
    if (key in Parts.shape || !KEYS.includes(key) || value === undefined) continue;
    const parsed = Value.safeParse(value);
    if (parsed.success) texts.set(key, String(parsed.data));
    else problems.push(`${path}: ${key} must be a string, a number, true or false, or a list of strings and numbers`);
  }
  const parts = Parts.safeParse(config);
  for (const {
    path: [key, index],
    message,
  } of parts.error?.issues ?? [])
    problems.push(`${path}: ${String(key)}${index === undefined ? "" : `[${String(index)}]`} ${message}`);
  if (problems.length > 0 || parts.data === undefined) throw new SettingsError(problems);
  return {
    path,
    texts,
    ...(parts.data as Pick<ConfigFile, "plugins" | "storage" | "without">),
    storage: parts.data.storage as StorageEntry | undefined,
  };
}

/** The object that the file exports. @throws SettingsError */
function contentOf(path: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    if (extname(path) === ".json") content = JSON.parse(readFileSync(path, "utf8"));
    else {
      // Loaded at once, as the settings are read: Node takes the types away, and waits for nothing at the top of a file.
      const loaded = createRequire(path)(path) as { readonly default?: unknown };
      content = loaded.default ?? loaded;
    }
  } catch (error) {
    throw new SettingsError([`the config file ${path} cannot be read: ${reasonOf(error)}`]);
  }
  if (typeof content === "object" && content !== null && !Array.isArray(content)) return content as Readonly<Record<string, unknown>>;
  throw new SettingsError([
    `the config file ${path} must ` +
      `${extname(path) === ".json" ? "be an object" : "export an object as default: export default defineConfig({ … })"}`,
  ]);
}

function reasonOf(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  if (code === "ENOENT") return "there is no such file";
  if (code === "ERR_REQUIRE_ASYNC_MODULE") return "it, or a module it imports, uses top-level await";
  return message.split("\n")[0] ?? message;
}

function guess(key: string): string {
  const likely = closest(
    key.toUpperCase(),
    KEYS.map((name) => name.toUpperCase()),
  );
  const name = KEYS.find((one) => one.toUpperCase() === likely) ?? likely;
  return distance(key.toUpperCase(), likely) <= Math.ceil(likely.length * MAX_WRONG)
    ? `: did you mean ${name}?`
    : "; cadastre serve --help lists them";
}
