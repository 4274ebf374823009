import { z } from "zod";
import { parseAll } from "@cadastre/inventory-core";

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL can be an issuer: https, or http to this machine, and nothing after its path (RFC 8414 §2). */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin === "null" || url.username !== "" || url.password !== "") return false;
  return (
    /^(?:\/[\w.~-]+)*\/?$/.test(url.pathname) &&
    [withoutSlash(addressOf(url)), addressOf(url)].includes(text) &&
    (url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname)))
  );
}

const addressOf = (url: URL): string => url.origin + url.pathname;

const withoutSlash = (text: string): string => text.replace(/\/$/, "");

/** Address under which clients and browsers reach the server, without a slash at its end. */
export const IssuerUrl = z
  .string()
  .refine(isIssuer, {
    error:
      "must be an address such as https://inventory.example.com or https://example.com/ipam, with https unless it is this machine, " +
      "and nothing after its path",
  })
  .transform((text) => withoutSlash(addressOf(new URL(text))));

/** Fetches a client's metadata document: `fetch`, without redirects. */
export type MetadataFetch = (url: string, init: { readonly signal?: AbortSignal }) => Promise<Response>;

/** Settings of the OAuth authorization server. */
export const OAuthOptions = z
  .object({
    enabled: z.boolean().default(false).describe("Offer OAuth; its paths answer 404 otherwise"),
    issuerUrl: IssuerUrl.optional().describe(
      "Address under which clients reach the server, with the base path of the HTTP interface if it has one; never read off a " +
        "request; needed when enabled",
    ),
    accessTokenTtlSeconds: z.int().min(1).default(3600).describe("How long an access token lives"),
    refreshTokenTtlSeconds: z
      .int()
      .min(1)
      .default(2_592_000)
      .describe("How long a client may go on without asking the user again, however often it refreshes"),
    refreshReuseGraceSeconds: z
      .int()
      .min(0)
      .max(300)
      .default(0)
      .describe(
        "A refresh token that is used again within this time of its first use gives an access token and nothing else; 0 revokes the grant",
      ),
    clientMetadataDocuments: z
      .boolean()
      .default(true)
      .describe("Clients may be named by the https URL of their metadata document, which the server fetches"),
    maxUnusedClients: z.int().min(1).default(1000).describe("Registered clients that no user has allowed yet"),
    metadataFetch: z
      .custom<MetadataFetch>((value) => typeof value === "function")
      .optional()
      .describe("What fetches metadata documents; by default public addresses are fetched from, over https, and no others"),
  })
  .refine(({ enabled, issuerUrl }) => !enabled || issuerUrl !== undefined, {
    path: ["issuerUrl"],
    error: "is needed when OAuth is enabled",
  });

export type OAuthOptions = z.input<typeof OAuthOptions>;
export type OAuthSettings = z.output<typeof OAuthOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function oauthSettingsOf(options: OAuthOptions): OAuthSettings {
  return parseAll(OAuthOptions, options);
}
