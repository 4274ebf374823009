import { KeyRing, type Storage } from "@cadastre/inventory-core";
import { makeFolder } from "@cadastre/inventory-core/sqlite";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseFile, FOLDER_MODE } from "./database.ts";
import type { Settings } from "../settings/settings.ts";

/** Name of the file with the keys, beside an embedded database: in DATA_DIR unless DATABASE_URL says otherwise. */
const KEY_FILE = "encryption.key";

/** Only its owner may read it. */
const KEY_MODE = 0o600;

/** Where keys come from when ENCRYPTION_KEY is not set: `make` makes a file for an embedded database that has none. */
export type KeyPolicy = "make" | "find";

/**
 * The keys of ENCRYPTION_KEY, or else of the file beside the embedded database, which is made once.
 * @returns undefined when there are none and none is made
 * @throws when PostgreSQL has no ENCRYPTION_KEY and keys must be there, or when the file cannot be read or made
 */
export function chooseKeys(
  settings: Pick<Settings, "ENCRYPTION_KEY" | "DATABASE_URL" | "DATA_DIR">,
  policy: KeyPolicy,
  storage?: Storage,
): KeyRing | undefined {
  if (settings.ENCRYPTION_KEY !== undefined) return settings.ENCRYPTION_KEY;
  // A storage of the config file that is no file: whether others share it is not known, so they need to be told the key.
  const database = storage?.dialect === "postgresql" ? undefined : databaseFile(settings);
  if (database === undefined) {
    if (policy === "find") return undefined;
    // What is in memory goes with the process, and so do its keys.
    if (storage?.dialect !== "postgresql" && settings.DATABASE_URL?.kind === "sqlite") return KeyRing.parse(KeyRing.generate());
    throw new Error(
      "ENCRYPTION_KEY is not set, and servers that share PostgreSQL need the same key: generate one with `openssl rand -base64 32`, keep " +
        "it, and set it for each of them (or ENCRYPTION_KEY_FILE)",
    );
  }
  const file = join(dirname(database), KEY_FILE);
  const text = readKeys(file) ?? (policy === "make" ? makeKeys(file) : undefined);
  if (text === undefined) return undefined;
  try {
    return KeyRing.parse(text.trim());
  } catch (error) {
    throw new Error(`${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function readKeys(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes the file whole or not at all; of two processes that start at once, the first wins. */
function makeKeys(file: string): string {
  makeFolder(dirname(file), FOLDER_MODE);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${KeyRing.generate()}\n`, { mode: KEY_MODE, flag: "wx", flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8");
}
