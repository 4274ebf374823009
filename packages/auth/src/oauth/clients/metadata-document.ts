import { FIXED_METADATA, MAX_METADATA, readClientMetadata } from "./client-metadata.ts";
import type { MetadataFetch } from "../oauth-options.ts";

/**
 * Fetches metadata documents as oidc-provider asks for them, and hands on what is taken over of them: the same as of a
 * client that registers itself. Whether the document names its own URL is for oidc-provider to check.
 */
export function documentFetch(fetch: MetadataFetch, known: (scope: string) => boolean) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init.signal === undefined || init.signal === null ? {} : { signal: init.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return new Response(null, { status: response.status < 200 ? 502 : response.status });
    }
    const given = JSON.parse(await boundedText(response)) as Readonly<Record<string, unknown>>;
    const metadata = readClientMetadata(given, known);
    const cache = response.headers.get("cache-control");
    return Response.json(
      { client_id: given["client_id"], ...metadata, ...FIXED_METADATA, ...secretsOf(given) },
      { headers: cache === null ? {} : { "cache-control": cache } },
    );
  };
}

/** A document that has a secret, or wants to use one, is refused by oidc-provider: it must see that. */
function secretsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = ["client_secret", "client_secret_expires_at"].filter((name) => Object.hasOwn(given, name));
  const method = given["token_endpoint_auth_method"];
  return {
    ...Object.fromEntries(names.map((name) => [name, "present"])),
    ...(method === undefined || method === "none" ? {} : { token_endpoint_auth_method: method }),
  };
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return "";
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_METADATA) throw new Error("the metadata document is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
