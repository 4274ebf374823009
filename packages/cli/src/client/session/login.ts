import { hostname } from "node:os";
import { CadastreError, createClient } from "@cadastre/client";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import type { CommonOptions } from "../commands/run-operation.ts";
import { connect, fetchTo } from "../connection/connection.ts";
import {
  DEFAULT_PROFILE,
  type Profile,
  type ProfileFile,
  profileNameOf,
  profileOf,
  readProfiles,
  withProfile,
  writeProfiles,
} from "../connection/profile-file.ts";
import { type Credential, type ServerTarget, targetOf, USUAL_URL } from "../connection/target.ts";
import { explain } from "../explain-failure.ts";
import { askSecret, askText, linesFromInput } from "../input/ask.ts";
import { canAsk, type Terminal } from "../terminal.ts";

export interface LoginOptions extends CommonOptions {
  readonly username?: string;
  readonly tokenStdin?: boolean;
  readonly passwordStdin?: boolean;
}

/**
 * Signs in, and keeps the way in a profile: the API key that standard input has, or a session that the user's name and
 * password open. The password itself is kept nowhere.
 * @throws CommandFailure
 */
export async function runLogin(options: LoginOptions, terminal: Terminal): Promise<void> {
  if (options.database !== undefined) throw usageFailure("signing in needs a server: omit --database");
  if (options.tokenStdin === true && options.passwordStdin === true)
    throw usageFailure("--token-stdin and --password-stdin cannot be combined");
  const file = readProfiles(terminal);
  const name = profileNameOf(options, file, terminal);
  const stored = profileOf(file, name) ?? {};
  const url = await urlFor(options, stored, terminal);
  warnOfPlainHttp(url, terminal);
  const token = options.tokenStdin === true ? (await linesFromInput(1, "the API key", terminal))[0]?.trim() : undefined;
  const entry: Profile = token === undefined ? { session: await openSession(url, options, terminal) } : { api_token: token };
  const who = await callerOf(url, entry, options, terminal);
  const kept = {
    ...(stored.output === undefined ? {} : { output: stored.output }),
    ...((options.caFile ?? stored.ca_file) !== undefined ? { ca_file: options.caFile ?? stored.ca_file ?? "" } : {}),
  };
  const path = writeProfiles(withProfile(file, name, { api_url: url, ...entry, ...kept }), terminal);
  if (options.quiet !== true)
    terminal.stderr.write(`signed in to ${url} as ${who}; profile ${name} is in ${path}\n${useHint(name, file, terminal)}`);
}

/** Commands go to the profile in use, which may be another one. */
function useHint(name: string, file: ProfileFile, terminal: Terminal): string {
  return name === profileNameOf({}, file, terminal)
    ? ""
    : `use it with --profile ${name}, or make it the default with cadastre profile use ${name}\n`;
}

async function urlFor(options: LoginOptions, stored: Profile, terminal: Terminal): Promise<string> {
  const known = options.apiUrl ?? (terminal.environment["SERVICE_API_URL"] || undefined);
  const asked =
    known ?? (canAsk(terminal) ? await askText("URL of the server", terminal, stored.api_url ?? USUAL_URL) : (stored.api_url ?? USUAL_URL));
  return (targetOf({ apiUrl: asked }, { ...terminal, environment: { ...terminal.environment, SERVICE_PROFILE: "" } }) as ServerTarget).url;
}

/** The cookie of a new session, as it is sent back. */
async function openSession(url: string, options: LoginOptions, terminal: Terminal): Promise<string> {
  if (options.passwordStdin !== true && !canAsk(terminal))
    throw usageFailure(
      "no terminal to ask for credentials: pass an API key with --token-stdin, or a password with --username NAME --password-stdin",
    );
  if (options.passwordStdin === true && options.username === undefined) throw usageFailure("--password-stdin requires --username");
  const username = options.username ?? (await askText("User", terminal));
  const [password = ""] =
    options.passwordStdin === true ? await linesFromInput(1, "the password", terminal) : [await askSecret("Password", terminal)];
  let cookie: string | undefined;
  const send = await fetchTo({ caFile: options.caFile });
  const client = createClient({
    baseUrl: url,
    retry: false,
    fetch: async (input, init) => {
      const answer = await send(input, init);
      cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0] ?? "")
        .find((pair) => pair.includes("service_session="));
      return answer;
    },
  });
  await told(client.auth.login({ username, password }), targetFor(url, { kind: "none" }, options), (error) =>
    error.code === "INVALID_CREDENTIALS" ? new CommandFailure(error.message, EXIT.auth) : undefined,
  );
  if (cookie === undefined) throw new CommandFailure(`${url} returned no session`, EXIT.server);
  return cookie;
}

/** Asks who came in, so that a key that does not work is not kept. */
async function callerOf(url: string, { api_token: token, session }: Profile, options: LoginOptions, terminal: Terminal): Promise<string> {
  const credential: Credential = token === undefined ? { kind: "session", cookie: session ?? "" } : { kind: "token", token };
  const target = targetFor(url, credential, options);
  await using connection = await connect(target, terminal, { verbose: options.verbose === true });
  const me = await told(connection.client.auth.me(), target, (error) =>
    error.kind === "unauthenticated"
      ? new CommandFailure(`${error.message}\nthe API key from standard input is not valid on ${url}`, EXIT.auth)
      : undefined,
  );
  return me.username;
}

async function told<T>(call: Promise<T>, target: ServerTarget, special: (error: CadastreError) => CommandFailure | undefined): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CadastreError)) throw error;
    const { lines, exitCode } = explain(error, target);
    throw special(error) ?? new CommandFailure(lines.join("\n"), exitCode);
  }
}

const targetFor = (url: string, credential: Credential, { caFile }: LoginOptions): ServerTarget => ({
  kind: "server",
  url,
  urlFrom: "this sign-in",
  credential,
  profile: DEFAULT_PROFILE,
  caFile,
});

function warnOfPlainHttp(url: string, { stderr }: Terminal): void {
  const { protocol, hostname: host } = new URL(url);
  const here = ["localhost", "127.0.0.1", "[::1]", hostname()].includes(host);
  if (protocol === "http:" && !here) stderr.write(`cadastre: ${url} is not https: credentials are sent unencrypted\n`);
}
