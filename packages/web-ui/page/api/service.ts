import { CadastreError, type Client, createClient } from "@cadastre/client";
import { heard, look } from "../frame/connection.ts";
import { renewSession } from "../session/renewal.ts";

/** The server that this page is of. Calls that need a session go through {@link ask}. */
export const service: Client = createClient({ baseUrl: "", onResponse: ({ status, aborted }) => void (!aborted && heard(status !== null)) });

/** For what stays open. A proxy that does not let it through is not a server that is away, so the server is asked whether it is there. */
export const streams: Client = createClient({ baseUrl: "", onResponse: ({ status, aborted }) => void (status === null && !aborted && look()) });

/**
 * Calls the server. When the session has ended, its user signs in again over the page as it is, and the call is sent again:
 * nothing that was typed is lost.
 */
export async function ask<T>(work: (client: Client) => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await work(service);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      await renewSession();
    }
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CadastreError && error.code === "UNAUTHORIZED";
}
