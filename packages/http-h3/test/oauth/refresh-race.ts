import { allow, callWith, exchange, type OAuthApi, refresh, startRequest } from "./oauth-api.ts";
import * as oauth from "oauth4webapi";

/** What came of many uses of one token at once. */
export interface RaceResult {
  readonly winners: number;
  /** Whether some token of the family still works, or can be refreshed. */
  readonly survivors: number;
  /** What the others were told, each once. */
  readonly refusals: readonly string[];
}

/** Where the uses go: hosts of one database take turns. */
export type Hosts = readonly [OAuthApi, ...OAuthApi[]];

async function race(hosts: Hosts, client: oauth.Client, uses: number, use: (host: OAuthApi) => Promise<oauth.TokenEndpointResponse>): Promise<RaceResult> {
  const results = await Promise.allSettled(Array.from({ length: uses }, async (_, index) => await use(hosts[index % hosts.length] ?? hosts[0])));
  const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const refusals = new Set(results.flatMap((result) => (result.status === "rejected" ? [refusal(result.reason)] : [])));
  let survivors = 0;
  for (const tokens of won) {
    if ((await callWith(hosts[0], tokens.access_token)).status !== 401) survivors += 1;
    if (tokens.refresh_token !== undefined) survivors += await refresh(hosts[0], client, tokens.refresh_token).then(() => 1, () => 0);
  }
  return { winners: won.length, survivors, refusals: [...refusals] };
}

/** What a use was told. One that a busy database does not serve is told to come again (503), which the strict client wraps. */
function refusal(reason: unknown): string {
  if (reason instanceof oauth.ResponseBodyError) return `${reason.status} ${reason.error}`;
  const cause = reason instanceof Error ? reason.cause : undefined;
  return cause instanceof Response ? `${cause.status}` : String(reason);
}

/** Whether everybody who did not get through was refused, or told to come again. */
export function wereRefused({ refusals }: RaceResult): boolean {
  return refusals.includes("400 invalid_grant") && refusals.every((told) => told === "400 invalid_grant" || told === "503");
}

/** Sends one refresh token `uses` times at once: at most one gets through, and then the family is dead, successor and all. */
export async function raceRefreshes(hosts: Hosts, client: oauth.Client, username: string, uses: number): Promise<RaceResult> {
  const started = await startRequest(hosts[0], client);
  const tokens = await exchange(hosts[0], client, started, await allow(hosts[0], started, username));
  return await race(hosts, client, uses, async (host) => await refresh(host, client, tokens.refresh_token ?? ""));
}

/** The same with a code. */
export async function raceCodes(hosts: Hosts, client: oauth.Client, username: string, uses: number): Promise<RaceResult> {
  const started = await startRequest(hosts[0], client);
  const back = await allow(hosts[0], started, username);
  return await race(hosts, client, uses, async (host) => await exchange(host, client, started, new URL(back)));
}
