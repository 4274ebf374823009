import { freePort } from "../../free-port.ts";
import { type Host, startHost } from "../../http/host.ts";
import type { Target } from "../crash/library-performer.ts";

/** Two server processes on one database that are one OAuth server, whose issuer is the first one's address. */
export interface OAuthHosts extends AsyncDisposable {
  readonly issuer: string;
  readonly urls: readonly [string, string];
}

export async function startOAuthHosts(target: Target): Promise<OAuthHosts> {
  // The issuer is a setting, so its port has to be known before the start.
  const address = `127.0.0.1:${await freePort()}`;
  const issuer = `http://${address}`;
  const database = target.storage === "sqlite" ? `sqlite://${target.path}` : target.url;
  const settings = { MCP_OAUTH_ENABLED: "true", MCP_OAUTH_ISSUER_URL: issuer, RATE_LIMIT_ENABLED: "false" };
  const started: Host[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map(async (host) => await host.stop())));
  try {
    // One after the other: the first makes the tables and the administrator.
    started.push(await startHost(database, { ...settings, LISTEN_ADDR: address }));
    const second = await startHost(database, settings);
    started.push(second);
    return { issuer, urls: [issuer, second.url], [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
