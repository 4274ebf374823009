import { CadastreError, type Client, type ClientOptions, createClient, type Manifest } from "@cadastre/client";
import { BASE_PATH } from "../environment/base-path.ts";
import { environment } from "../environment/environment.ts";
import { answered, look } from "./connection.ts";
import { pauseBegins } from "./rate-limit.ts";
import { renewSession } from "./renewal.ts";

/** Windows of rate limits are a minute unless set; who works on many records may meet several of them. */
const MAX_RATE_LIMIT_WAIT_MS = 10 * 60_000;

const onResponse: ClientOptions["onResponse"] = ({ status, aborted }) => {
  if (status !== null) answered();
  else if (!aborted) look();
};

/** The server that this page is of, also for the operations of its plugins, which its manifest tells. */
export const serviceWith = (manifest?: Manifest): Client =>
  createClient({
    baseUrl: BASE_PATH,
    fetch: environment.send,
    manifest,
    retry: { maxRateLimitWaitMs: MAX_RATE_LIMIT_WAIT_MS },
    onResponse,
    onWait: pauseBegins,
  });

/** The server that this page is of. Calls that need a session go through {@link ask}. */
export const service: Client = serviceWith();

/** For what stays open: nobody waits for it, so no rate limit is shown for it. */
export const streams: Client = createClient({ baseUrl: BASE_PATH, fetch: environment.send, onResponse });

/**
 * Calls the server. When the session has ended, its user signs in again over the page as it is, and the call is sent again:
 * nothing that was typed is lost.
 */
export async function ask<T>(work: (client: Client) => PromiseLike<T>, client: Client = service): Promise<T> {
  for (;;) {
    try {
      return await work(client);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      await renewSession();
    }
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CadastreError && error.code === "UNAUTHORIZED";
}
