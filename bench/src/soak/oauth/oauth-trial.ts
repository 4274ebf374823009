import { PostgresqlTrialDatabases, SqliteTrialDatabases } from "../crash/trial-database.ts";
import { startOAuthHosts } from "./oauth-hosts.ts";
import { OAuthProgram, type TokenAnswer, type Tokens } from "./oauth-program.ts";

export interface OAuthTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  /** What is used many times at once. */
  readonly of: "code" | "refresh";
  readonly races: number;
  /** Uses of one code or refresh token at once, half of them at each of two processes. */
  readonly uses: number;
  readonly report?: (line: string) => void;
  /** A PostgreSQL server that runs already. */
  readonly adminUrl?: string;
  /** Ends earlier after so many minutes. */
  readonly minutes?: number;
}

export interface OAuthTrialResult {
  readonly races: number;
  /** Races in which one use got through; in the others none did. */
  readonly won: number;
  /** How often each answer was given. */
  readonly told: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

/** What a use may be told: that it was one too many, or to come again. */
const REFUSALS = new Set(["400 invalid_grant", "503"]);

/** Uses what works once many times at once: at most one gets through, and afterwards nothing of the family works. */
export async function oauthTrial({
  storage,
  of,
  races,
  uses,
  adminUrl,
  minutes = Infinity,
  report = () => {},
}: OAuthTrialOptions): Promise<OAuthTrialResult> {
  await using databases = storage === "sqlite" ? new SqliteTrialDatabases() : await PostgresqlTrialDatabases.start(adminUrl);
  await using database = await databases.create();
  await using hosts = await startOAuthHosts(database.target);
  const [url] = hosts.urls;
  const program = await OAuthProgram.register(hosts.issuer);
  const told: Record<string, number> = {};
  const violations: string[] = [];
  const began = Date.now();
  let won = 0;
  let done = 0;

  /** Which of these tokens still do something. */
  const alive = async ({ access_token: access, refresh_token: refresh }: Tokens): Promise<string[]> => {
    const called = await fetch(`${url}/api/devices`, { headers: { authorization: `Bearer ${access}` } });
    await called.body?.cancel();
    const refreshed = await program.refresh(url, refresh);
    return [...(called.status === 401 ? [] : ["an access token"]), ...(refreshed.tokens === undefined ? [] : ["a refresh token"])];
  };
  const at = (index: number): string => hosts.urls[index % 2] ?? url;
  const race = async (use: (url: string) => Promise<TokenAnswer>, before: readonly Tokens[]): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: uses }, async (_, index) => await use(at(index))));
    for (const answer of answers) told[answer.told] = (told[answer.told] ?? 0) + 1;
    const winners = answers.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]));
    if (winners.length > 1) violations.push(`race ${done}: ${winners.length} of ${uses} uses got through`);
    won += winners.length === 0 ? 0 : 1;
    const refusals = new Set(answers.flatMap(({ told: answer, tokens }) => (tokens === undefined ? [answer] : [])));
    for (const refusal of refusals) if (!REFUSALS.has(refusal)) violations.push(`race ${done}: a use was told ${refusal}`);
    if (!refusals.has("400 invalid_grant")) violations.push(`race ${done}: no use was refused`);
    for (const tokens of [...before, ...winners])
      for (const what of await alive(tokens)) violations.push(`race ${done}: ${what} of the family still works`);
  };

  while (done < races && Date.now() - began < minutes * 60_000) {
    const code = await program.code();
    if (of === "code") {
      await race(async (host) => await program.exchange(host, code), []);
    } else {
      const { tokens } = await program.exchange(url, code);
      if (tokens === undefined) throw new Error("a code that nobody else has is not exchanged");
      await race(async (host) => await program.refresh(host, tokens.refresh_token), [tokens]);
    }
    done += 1;
  }
  const result = { races: done, won, told, seconds: (Date.now() - began) / 1000, violations };
  report(`${of} ${storage}: ${JSON.stringify(result)}`);
  return result;
}
