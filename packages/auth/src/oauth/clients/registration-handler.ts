import type { CallContext } from "@cadastre/inventory-core";
import type { OAuthScopes } from "../scopes.ts";
import { oauthError } from "../server/oauth-answers.ts";
import { PATHS } from "../server/oauth-paths.ts";
import type { OAuthServer } from "../server/oauth-server.ts";
import { FIXED_METADATA, MAX_METADATA, MetadataError, readClientMetadata } from "./client-metadata.ts";

/** What a client is told of its registration (RFC 7591 §3.2.1). */
const ANSWERED = [
  "client_id",
  "client_id_issued_at",
  "client_name",
  "client_uri",
  "redirect_uris",
  "scope",
  "application_type",
  "grant_types",
  "response_types",
  "token_endpoint_auth_method",
];

/** Dynamic registration (RFC 7591): what a client sends is read and cut down before oidc-provider sees it. */
export class RegistrationHandler {
  readonly #server: OAuthServer;
  readonly #scopes: OAuthScopes;

  constructor(server: OAuthServer, scopes: OAuthScopes) {
    this.#server = server;
    this.#scopes = scopes;
  }

  /** `POST /mcp-oauth/register` */
  async register(request: Request, call: CallContext): Promise<Response> {
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") return oauthError(400, "invalid_client_metadata", "send the metadata as application/json");
    let body: string;
    try {
      const metadata = readClientMetadata(parsed(await request.text()), (name) => this.#scopes.isKnown(name));
      body = JSON.stringify({ ...metadata, ...FIXED_METADATA });
    } catch (error) {
      if (error instanceof MetadataError) return oauthError(400, error.code, error.message);
      throw error;
    }
    const answer = await this.#server.pass(request, call, { path: PATHS.register, body, contentType: "application/json" });
    if (answer.status !== 201) return answer;
    const registered = (await answer.json()) as Readonly<Record<string, unknown>>;
    // A client that named no scope is told what it gets when it names none later on either.
    const whole = { scope: this.#scopes.usual.join(" "), ...registered };
    return Response.json(
      Object.fromEntries(ANSWERED.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name as keyof typeof whole]])),
      { status: 201 },
    );
  }
}

function parsed(text: string): unknown {
  if (text.length > MAX_METADATA)
    throw new MetadataError("invalid_client_metadata", `the metadata is longer than ${MAX_METADATA} characters`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MetadataError("invalid_client_metadata", "the metadata is not JSON");
  }
}
