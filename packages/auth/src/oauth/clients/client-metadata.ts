import { nameProblem } from "@cadastre/inventory-core";

/** Most redirect URIs of a client, and characters of each text it sends. */
const MAX_REDIRECTS = 10;
export const MAX_URI = 2000;
const MAX_NAME = 200;
export const MAX_SCOPE = 8000;

/** Longest metadata that is read, in bytes. */
export const MAX_METADATA = 16_384;

/** What a client says of itself, as far as it is taken over (RFC 7591 §2). */
export interface ClientMetadataInput {
  readonly client_name?: string;
  readonly client_uri?: string;
  readonly redirect_uris: readonly string[];
  readonly scope?: string;
}

/** Metadata that cannot be taken, with the error code of RFC 7591 §3.2.2. */
export class MetadataError extends Error {
  readonly code: "invalid_client_metadata" | "invalid_redirect_uri";

  constructor(code: MetadataError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const invalid = (message: string): MetadataError => new MetadataError("invalid_client_metadata", message);

/**
 * Reads a client's metadata: what is not known is left out, so that nothing is stored or fetched because a client names it
 * (a logo, keys, a secret).
 * @param known whether a scope is a permission that can be asked for
 * @throws MetadataError
 */
export function readClientMetadata(given: unknown, known: (scope: string) => boolean): ClientMetadataInput {
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw invalid("the metadata must be a JSON object");
  const fields = given as Readonly<Record<string, unknown>>;
  const name = textOf(fields, "client_name", MAX_NAME);
  const uri = textOf(fields, "client_uri", MAX_URI);
  const scope = knownScope(textOf(fields, "scope", MAX_SCOPE), known);
  return {
    ...(name === undefined ? {} : { client_name: name }),
    ...(uri === undefined || !isHttps(uri) ? {} : { client_uri: uri }),
    redirect_uris: redirectsOf(fields["redirect_uris"]),
    ...(scope === undefined ? {} : { scope }),
  };
}

function textOf(fields: Readonly<Record<string, unknown>>, name: string, most: number): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw invalid(`${name} must be a string`);
  const problem = name === "client_name" ? nameProblem(value) : undefined;
  if (problem !== undefined) throw invalid(`${name} ${problem}`);
  if (value.length > most) throw invalid(`${name} has more than ${most} characters`);
  return value;
}

/** Undefined when no scope is named; one that names unknown permissions beside known ones means the known ones. */
function knownScope(scope: string | undefined, known: (scope: string) => boolean): string | undefined {
  if (scope === undefined) return undefined;
  const names = [...new Set(scope.split(" "))].filter(known);
  if (names.length === 0) throw invalid("scope contains no permission of this server");
  return names.join(" ");
}

function redirectsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new MetadataError("invalid_redirect_uri", "redirect_uris must be a list of at least one URI");
  if (value.length > MAX_REDIRECTS) throw new MetadataError("invalid_redirect_uri", `there are more than ${MAX_REDIRECTS} redirect_uris`);
  return value.map((uri: unknown) => {
    if (typeof uri !== "string" || uri.length > MAX_URI || !isRedirect(uri)) {
      throw new MetadataError(
        "invalid_redirect_uri",
        "redirect_uris must be https, http to localhost or a loopback address, or of a private-use scheme with a dot in it such as " +
          "com.example.app:, without a fragment or credentials",
      );
    }
    return uri;
  });
}

/** Hosts of redirects to the user's own machine (RFC 8252 §7.3); any port goes with them. */
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a redirect leads to the user's own machine. */
export function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && url.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname);
}

function isRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  if (url === null || uri.includes("#") || url.username !== "" || url.password !== "" || /[\s\\]/.test(uri)) return false;
  if (url.protocol === "http:") return isLoopback(uri);
  // Names that are no host names could be anything once they are in a header of the page.
  if (url.protocol === "https:") return !LOOPBACK_HOSTS.has(url.hostname) && /^[a-z0-9.:[\]-]+$/.test(url.hostname);
  // A program's own scheme is a domain name in reverse (RFC 8252 §7.1): those of the system and of browsers hold no dot.
  return url.protocol.includes(".");
}

const isHttps = (uri: string): boolean => URL.parse(uri)?.protocol === "https:";

/** Every client is a public one that gets codes and refresh tokens, whatever it asks to be (docs/spec/oauth.md#clients). */
export const FIXED_METADATA = {
  application_type: "native",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
} as const;
