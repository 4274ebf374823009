import { isIP } from "node:net";
import { Agent, buildConnector, fetch } from "undici";
import { systemNetwork } from "@cadastre/inventory-core/outbound";
import { specialRangeOf } from "@cadastre/inventory-core/scanning";
import type { MetadataFetch } from "../oauth-options.ts";
import ipaddr from "ipaddr.js";

/**
 * Whether an address is one of the public internet: no private, loopback, link-local or otherwise special one, no metadata service of a
 * cloud (which may have an address that looks public), and no IPv6 form that has an IPv4 address inside (mapped, compatible, NAT64, 6to4,
 * Teredo), whatever that address is.
 * @param text as the system resolved it
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%") || specialRangeOf(text) !== undefined) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // Only 2000::/3 is given out for the internet (RFC 4291 §2.4); the rest is reserved or embeds something.
  return address.kind() === "ipv4" || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

/** How long a connection and the whole answer may take. */
const TIMEOUT_MS = 2500;

/**
 * Connects to public addresses only: the name is resolved once, every address it has is looked at, and the connection goes
 * to one that was. It sees literal addresses too, and no proxy of the environment comes between.
 */
function publicAgent(): Agent {
  const connect = buildConnector({ timeout: TIMEOUT_MS });
  return new Agent({
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, "");
      resolve(host).then(
        (address) => connect({ ...options, hostname: address, servername: isIP(host) === 0 ? host : "" }, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
}

async function resolve(host: string): Promise<string> {
  const addresses = isIP(host) === 0 ? await systemNetwork.resolve(host, AbortSignal.timeout(TIMEOUT_MS)) : [host];
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublicAddress)) throw new Error("the host is not on the public internet");
  return first;
}

let agent: Agent | undefined;

/** Fetches from the public internet over https, without redirects (docs/spec/oauth.md#client-documents). Refuses every other address. */
export const publicFetch: MetadataFetch = async (url, { signal }) => {
  if (!url.startsWith("https://")) throw new TypeError("only https is fetched");
  agent ??= publicAgent();
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, {
    dispatcher: agent,
    redirect: "manual",
    headers: { accept: "application/json" },
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  // The same classes of another copy of undici: Node's own.
  return new Response(answer.body as ReadableStream<Uint8Array> | null, { status: answer.status, headers: [...answer.headers] });
};
