import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

/** Only their owner may look: there are credentials in it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** The profile whose fields stand at the top of the file. */
export const DEFAULT_PROFILE = "default";

/** A server and how it is entered. */
export interface Profile {
  readonly api_url?: string;
  /** An API key. */
  readonly api_token?: string;
  /** The session cookie of `cadastre login`, as the browser would send it. */
  readonly session?: string;
  /** Format of output, unless a flag or SERVICE_OUTPUT says otherwise. */
  readonly output?: string;
  /** PEM file with the authority that signed the server's certificate. */
  readonly ca_file?: string;
}

/** The file: the fields at its top are the profile `default`. */
export interface ProfileFile extends Profile {
  /** The profile in use; `default` unless set. */
  readonly profile?: string;
  readonly profiles?: Readonly<Record<string, Profile>>;
}

/** `$XDG_CONFIG_HOME/cadastre/config.json`, in `~/.config` unless set. */
export function profilePath({ environment }: Pick<Terminal, "environment">): string {
  const folder = environment["XDG_CONFIG_HOME"] || join(environment["HOME"] || homedir(), ".config");
  return join(folder, "cadastre", "config.json");
}

/** @throws CommandFailure when it cannot be read, or is not JSON */
export function readProfiles(terminal: Terminal): ProfileFile {
  const path = profilePath(terminal);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
    warnOfOthers(path, terminal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new CommandFailure(`${path} cannot be read: ${sentence(error)}`, EXIT.settings);
  }
  try {
    return checked(JSON.parse(text));
  } catch (error) {
    // The text of a JSON error quotes the file, which may be where a token is.
    const why = error instanceof CommandFailure ? error.message : "invalid JSON";
    throw new CommandFailure(`${path} cannot be used: ${why}. Correct it, or delete it and run cadastre login`, EXIT.settings);
  }
}

/** Writes the whole file, or leaves it as it was. @throws CommandFailure */
export function writeProfiles(file: ProfileFile, terminal: Terminal): string {
  const path = profilePath(terminal);
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    chmodSync(dirname(path), FOLDER_MODE);
    writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: FILE_MODE, flag: "wx", flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new CommandFailure(`${path} cannot be written: ${sentence(error)}`, EXIT.settings);
  }
  return path;
}

/** The profile that is meant: that of the flag, then SERVICE_PROFILE, then the one in use. */
export function profileNameOf(
  { profile }: { readonly profile?: string },
  file: ProfileFile,
  { environment }: Pick<Terminal, "environment">,
): string {
  return profile ?? (environment["SERVICE_PROFILE"] || file.profile) ?? DEFAULT_PROFILE;
}

/** The fields of a profile, none where there is no such profile. */
export function profileOf(file: ProfileFile, name: string): Profile | undefined {
  if (name !== DEFAULT_PROFILE) return file.profiles?.[name];
  const { profile: _, profiles: __, ...fields } = file;
  return fields;
}

/** The file with a profile in place of what it had; without it when none is given. */
export function withProfile(file: ProfileFile, name: string, fields: Profile | undefined): ProfileFile {
  const { profile, profiles = {} } = file;
  const use = profile === undefined ? {} : { profile };
  if (name === DEFAULT_PROFILE) return { ...fields, ...use, ...(Object.keys(profiles).length === 0 ? {} : { profiles }) };
  const { [name]: _, ...others } = profiles;
  return { ...profileOf(file, DEFAULT_PROFILE), ...use, profiles: fields === undefined ? others : { ...others, [name]: fields } };
}

const FIELDS = ["api_url", "api_token", "session", "output", "ca_file"] as const;

function checked(value: unknown): ProfileFile {
  const file = objectOf(value, "it");
  checkTexts(file, [...FIELDS, "profile"], "");
  const profiles = objectOf(file["profiles"] ?? {}, "profiles");
  for (const [name, profile] of Object.entries(profiles)) checkTexts(objectOf(profile, `profiles.${name}`), FIELDS, `profiles.${name}.`);
  return file;
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new CommandFailure(`${what} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

function checkTexts(fields: Readonly<Record<string, unknown>>, names: readonly string[], prefix: string): void {
  for (const name of names)
    if (fields[name] !== undefined && typeof fields[name] !== "string") throw new CommandFailure(`${prefix}${name} must be a string`);
}

function warnOfOthers(path: string, { stderr }: Terminal): void {
  if (process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0)
    stderr.write(`cadastre: ${path} is readable by other users: run chmod 600 ${path}\n`);
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
