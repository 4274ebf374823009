import { usageFailure } from "../../exit-codes.ts";
import { type Format, FORMATS } from "../output/formats.ts";
import type { Terminal } from "../terminal.ts";
import { DEFAULT_PROFILE, type Profile, profileNameOf, profileOf, type ProfileFile, readProfiles } from "./profile-file.ts";

/** Where `cadastre serve` listens unless told otherwise. */
export const USUAL_URL = "http://127.0.0.1:8080";

/** Options that say where a command works. */
export interface TargetOptions {
  readonly profile?: string;
  readonly apiUrl?: string;
  readonly database?: string;
  readonly caFile?: string;
  readonly output?: Format;
}

/** How the caller proves who they are. */
export type Credential =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "session"; readonly cookie: string }
  | { readonly kind: "none" };

/** A server that a command talks to. */
export interface ServerTarget {
  readonly kind: "server";
  readonly url: string;
  /** Where the URL comes from, for messages. */
  readonly urlFrom: string;
  readonly credential: Credential;
  readonly profile: string;
  readonly caFile: string | undefined;
}

/** A database that a command opens by itself. */
export interface DatabaseTarget {
  readonly kind: "database";
  /** A URL, or `settings`: that of DATABASE_URL or DATA_DIR. */
  readonly database: string;
}

export type Target = ServerTarget | DatabaseTarget;

/**
 * Where a command works: flags, then the environment, then the profile, then the default. A profile that a flag names
 * counts as a flag.
 * @throws CommandFailure
 */
export function targetOf(options: TargetOptions, terminal: Terminal): Target {
  if (options.database !== undefined) {
    if (options.apiUrl !== undefined || options.profile !== undefined)
      throw usageFailure("--database cannot be combined with --api-url or --profile");
    return { kind: "database", database: options.database };
  }
  const file = readProfiles(terminal);
  const { environment } = terminal;
  const name = profileNameOf(options, file, terminal);
  const stored = profileOf(file, name);
  if (stored === undefined)
    throw usageFailure(
      `unknown profile ${name}: known are ${profileNames(file).join(", ")} (create it with cadastre login --profile ${name})`,
    );
  const profileFirst = options.profile !== undefined;
  const urls: readonly (readonly [string | undefined, string])[] = [
    [options.apiUrl, "--api-url"],
    ...(profileFirst ? [[stored.api_url, `profile ${name}`] as const] : []),
    [environment["SERVICE_API_URL"] || undefined, "SERVICE_API_URL"],
    [stored.api_url, `profile ${name}`],
    [USUAL_URL, "the default URL"],
  ];
  const [given = USUAL_URL, urlFrom = ""] = urls.find(([url]) => url !== undefined) ?? [];
  const url = checkedUrl(given, urlFrom);
  return {
    kind: "server",
    url,
    urlFrom,
    credential: credentialOf(stored, url, profileFirst, terminal),
    profile: name,
    caFile: options.caFile ?? stored.ca_file,
  };
}

/** Names of the profiles that there are, the default one first. */
export const profileNames = (file: ProfileFile): readonly string[] => [DEFAULT_PROFILE, ...Object.keys(file.profiles ?? {})];

/** Format of output: the flag, then SERVICE_OUTPUT, then the profile. @throws CommandFailure */
export function formatOf(options: TargetOptions, terminal: Terminal): Format {
  if (options.output !== undefined) return options.output;
  const fromEnvironment = terminal.environment["SERVICE_OUTPUT"] || undefined;
  const text = fromEnvironment ?? storedOutput(options, terminal) ?? "table";
  const format = FORMATS.find((known) => known === text);
  if (format === undefined)
    throw usageFailure(
      `${fromEnvironment === undefined ? "the output of the profile" : "SERVICE_OUTPUT"} is ${JSON.stringify(text)}: allowed are ` +
        `${FORMATS.join(", ")}`,
    );
  return format;
}

function storedOutput(options: TargetOptions, terminal: Terminal): string | undefined {
  if (options.database !== undefined) return undefined;
  const file = readProfiles(terminal);
  return profileOf(file, profileNameOf(options, file, terminal))?.output;
}

function checkedUrl(text: string, from: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null)
    throw usageFailure(`invalid server URL from ${from}: ${JSON.stringify(text)}; use a URL such as https://inventory.example.com`);
  if (url.username !== "" || url.password !== "")
    throw usageFailure(`the server URL from ${from} contains a password: sign in with cadastre login, or set SERVICE_API_TOKEN`);
  return url.href.replace(/\/+$/, "");
}

/** What a profile holds goes to its own server and no other. */
function credentialOf(stored: Profile, url: string, profileFirst: boolean, { environment }: Terminal): Credential {
  const token = environment["SERVICE_API_TOKEN"] || undefined;
  const own =
    stored.api_url === undefined
      ? URL.parse(USUAL_URL)?.origin === URL.parse(url)?.origin
      : URL.parse(stored.api_url)?.origin === URL.parse(url)?.origin;
  const ofProfile = own ? (stored.api_token ?? stored.session) : undefined;
  if (token !== undefined && !(profileFirst && ofProfile !== undefined)) return { kind: "token", token: token.trim() };
  if (!own) return { kind: "none" };
  if (stored.api_token !== undefined) return { kind: "token", token: stored.api_token };
  return stored.session === undefined ? { kind: "none" } : { kind: "session", cookie: stored.session };
}
