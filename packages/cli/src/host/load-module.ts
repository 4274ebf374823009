import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ModuleUse } from "../settings/define-config.ts";

/** Something of a config file that cannot be had, in a sentence. */
export class LoadError extends Error {}

/** What is loaded, and how it is recognised. */
export interface Wanted {
  /** `plugin`, `storage`. */
  readonly what: string;
  /** How one is made by hand: `definePlugin`. */
  readonly remedy: string;
  readonly isOne: (value: unknown) => boolean;
}

/**
 * Loads something that a config file names: the export itself, or what it makes of the options when it is a function.
 * @param from path of the config file: files are sought from its folder, packages as it would import them
 * @throws LoadError
 */
export async function loadModule<T>(entry: string | ModuleUse, from: string, { what, remedy, isOne }: Wanted): Promise<T> {
  const { use, export: name = "default", options } = typeof entry === "string" ? { use: entry } : (entry as ModuleUse);
  const called = `the ${what} ${use} of ${from}`;
  const loaded = await importFrom(use, from).catch((error: unknown) => {
    throw new LoadError(`${called} cannot be loaded: ${reasonOf(error)}`);
  });
  let value = loaded[name];
  if (value === undefined)
    throw new LoadError(
      `${called} has no export ${name === "default" ? "default" : JSON.stringify(name)}: set the export of the ${what} with ` +
        `"export"${exportsOf(loaded)}`,
    );
  if (typeof value === "function") {
    try {
      value = await (value as (given: unknown) => unknown)(options);
    } catch (error) {
      throw new LoadError(`${called} rejected its options: ${reasonOf(error)}`);
    }
  } else if (options !== undefined) throw new LoadError(`${called} takes no options: it exports the ${what} itself`);
  if (!isOne(value)) throw new LoadError(`${called} is not a ${what}: create one with ${remedy}`);
  return value as T;
}

async function importFrom(use: string, from: string): Promise<Readonly<Record<string, unknown>>> {
  if (use.startsWith(".") || isAbsolute(use)) return await load(resolve(dirname(from), use));
  let file: string;
  try {
    file = createRequire(from).resolve(use);
  } catch {
    // A package for import only is none for require: then it is sought where the server is installed.
    return (await import(use)) as Readonly<Record<string, unknown>>;
  }
  return await load(file);
}

const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;

function exportsOf(loaded: object): string {
  const names = Object.keys(loaded);
  return names.length === 0 ? "" : `, one of ${names.join(", ")}`;
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
    return (text.split("\n")[0] ?? text).replace(/^Cannot find/, "cannot find");
  return text.split("\n")[0] ?? text;
}
