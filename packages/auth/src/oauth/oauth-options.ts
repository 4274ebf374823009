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
      "must be a URL such as https://inventory.example.com or https://example.com/ipam, with https unless it is this machine, " +
      "and nothing after its path",
  })
  .transform((text) => withoutSlash(addressOf(new URL(text))));

/** Fetches a client's metadata document: `fetch`, without redirects. */
export type MetadataFetch = (url: string, init: { readonly signal?: AbortSignal }) => Promise<Response>;

/** Settings of the OAuth authorization server. */
export const OAuthOptions = z
  .object({
    enabled: z.boolean().default(false).describe("Enable OAuth; its paths respond with 404 otherwise"),
    issuerUrl: IssuerUrl.optional().describe(
      "URL under which clients reach the server, including its base path; never derived from a " + "request; required when enabled",
    ),
    accessTokenTtlSeconds: z.int().min(1).default(3600).describe("Lifetime of access tokens"),
    refreshTokenTtlSeconds: z
      .int()
      .min(1)
      .default(2_592_000)
      .describe("Lifetime of grants without new consent of the user, regardless of refreshes"),
    refreshReuseGraceSeconds: z
      .int()
      .min(0)
      .max(300)
      .default(0)
      .describe("Time after its first use in which a reused refresh token still gives an access token only; 0 revokes the grant"),
    clientMetadataDocuments: z
      .boolean()
      .default(true)
      .describe("Accept client ids that are the https URL of a metadata document, which the server fetches"),
    maxUnusedClients: z.int().min(1).default(1000).describe("Maximum registered clients without an authorization"),
    metadataFetch: z
      .custom<MetadataFetch>((value) => typeof value === "function")
      .optional()
      .describe("Fetch function for metadata documents; by default only public addresses over https"),
  })
  .refine(({ enabled, issuerUrl }) => !enabled || issuerUrl !== undefined, {
    path: ["issuerUrl"],
    error: "is required when OAuth is enabled",
  });

export type OAuthOptions = z.input<typeof OAuthOptions>;
export type OAuthSettings = z.output<typeof OAuthOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function oauthSettingsOf(options: OAuthOptions): OAuthSettings {
  return parseAll(OAuthOptions, options);
}
