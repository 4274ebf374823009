import type { RawAnswer, RawRoute } from "@cadastre/inventory-core";
import { z } from "zod";
import { PATHS, RESOURCE_PATH } from "./oauth-paths.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const text = (description: string) => z.string().meta({ description });
const texts = (description: string) => z.array(z.string()).meta({ description });

/** RFC 8414 §2. */
const ServerMetadata = z
  .object({
    issuer: text("The server, as tokens name it"),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: texts("Permissions that a program may ask for"),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
  })
  .meta({ id: "OAuthServerMetadata", description: "What the server says of itself (RFC 8414)" });

/** RFC 9728 §2. */
const ResourceMetadata = z
  .object({
    resource: text("The resource that tokens are for"),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: texts("Permissions that programs usually ask for"),
    bearer_methods_supported: z.array(z.string()),
  })
  .meta({ id: "OAuthResourceMetadata", description: "What tokens the MCP endpoint takes (RFC 9728)" });

const registered = {
  client_name: text("What users are shown").optional(),
  client_uri: text("An https page of the program").optional(),
  redirect_uris: texts("Where codes go: https, http to the user's own machine, or a private-use scheme"),
  scope: text("Permissions, separated by spaces; the usual ones unless given").optional(),
};

const Registration = z
  .object(registered)
  .meta({ id: "OAuthRegistration", description: "What a program says of itself (RFC 7591); what is not listed is left out" });

const RegisteredClient = z
  .object({
    ...registered,
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: "Unix seconds" }).optional(),
    token_endpoint_auth_method: text("`none`: every program is a public client"),
  })
  .meta({ id: "OAuthRegisteredClient", description: "A program as it was registered" });

const TokenRequest = z
  .object({
    grant_type: z.enum(["authorization_code", "refresh_token"]),
    client_id: z.string(),
    code: text("Of authorization_code: what came to the redirect URI").optional(),
    redirect_uri: text("Of authorization_code: as it was asked with").optional(),
    code_verifier: text("Of authorization_code: what the challenge was made from (PKCE)").optional(),
    refresh_token: text("Of refresh_token: the last one").optional(),
    scope: text("Of refresh_token: fewer permissions than were given").optional(),
    resource: text("The resource that the token is for (RFC 8707)").optional(),
  })
  .meta({ id: "OAuthTokenRequest" });

const Tokens = z
  .object({
    access_token: z.string(),
    token_type: z.string(),
    expires_in: z.int().meta({ description: "Seconds" }),
    refresh_token: z.string().optional(),
    scope: text("Permissions, separated by spaces"),
  })
  .meta({ id: "OAuthTokens", description: "Tokens (RFC 6749 §5.1)" });

const Problem = z
  .object({ error: text("`invalid_grant`, `invalid_client` …"), error_description: text("A sentence for developers").optional() })
  .meta({ id: "OAuthProblem", description: "An error in the form of RFC 6749 §5.2" });

const AuthorizationQuery = z.object({
  client_id: text("A registered program, or the https URL of its metadata document"),
  response_type: z.enum(["code"]),
  redirect_uri: z.string(),
  code_challenge: text("BASE64URL(SHA-256(verifier))"),
  code_challenge_method: z.enum(["S256"]),
  scope: text("Permissions, separated by spaces; those of its registration unless given").optional(),
  state: text("Comes back as it is").optional(),
  resource: text("The resource that the token is for (RFC 8707)").optional(),
});

const Revocation = z
  .object({ token: z.string(), client_id: z.string(), token_type_hint: z.string().optional() })
  .meta({ id: "OAuthRevocation" });

const problem = (description: string): RawAnswer => ({ description, content: { [JSON_TYPE]: Problem } });

/** Of every path while OAuth is off. */
const errors = ["NOT_FOUND"];

const resource = (id: string, path: string): RawRoute => ({
  id,
  method: "GET",
  path,
  summary: "Say which tokens the MCP endpoint takes",
  answers: { 200: { description: "The metadata", content: { [JSON_TYPE]: ResourceMetadata } } },
  errors,
});

/** What programs need to know of the endpoints, by the name of their handler. While OAuth is off, all of them answer 404. */
export const OAUTH_ROUTES: Readonly<Record<"metadata" | "resource" | "base" | "register" | "token", readonly RawRoute[]>> = {
  metadata: [
    {
      id: "oauth.metadata",
      method: "GET",
      path: PATHS.metadata,
      summary: "Say where the endpoints of OAuth are",
      answers: { 200: { description: "The metadata", content: { [JSON_TYPE]: ServerMetadata } } },
      errors,
    },
  ],
  resource: [resource("oauth.resourceMetadata", PATHS.resource + RESOURCE_PATH), resource("oauth.anyResourceMetadata", PATHS.resource)],
  register: [
    {
      id: "oauth.register",
      method: "POST",
      path: PATHS.register,
      summary: "Register a program",
      description: "By dynamic registration (RFC 7591). Users still decide whether it gets anything.",
      body: { type: JSON_TYPE, schema: Registration },
      answers: {
        201: { description: "It is registered", content: { [JSON_TYPE]: RegisteredClient } },
        400: problem("The metadata cannot be taken"),
      },
      errors,
    },
  ],
  base: [
    {
      id: "oauth.authorize",
      method: "GET",
      path: PATHS.authorize,
      summary: "Ask a user for access",
      description:
        "For the user's browser: it is led to pages where the user signs in and agrees, and then to the redirect URI with a code.",
      query: AuthorizationQuery,
      answers: {
        303: {
          description: "Where the browser goes on: a page of this server, or the redirect URI with `code` or `error`",
          headers: { Location: "The URL" },
          content: { "text/plain": z.string(), "text/html": z.string() },
        },
        400: {
          description: "A page that says what is wrong, where the redirect URI is not to be trusted",
          content: { "text/html": z.string() },
        },
      },
      errors,
    },
    {
      id: "oauth.revoke",
      method: "POST",
      path: PATHS.revoke,
      summary: "Give a token back",
      description: "By RFC 7009: a refresh token takes all that came of it along.",
      body: { type: FORM_TYPE, schema: Revocation },
      answers: {
        200: { description: "It is not valid any more, or never was" },
        400: problem("The request is not complete"),
        401: problem("The program is not known"),
      },
      errors,
    },
  ],
  token: [
    {
      id: "oauth.token",
      method: "POST",
      path: PATHS.token,
      summary: "Get tokens for a code or a refresh token",
      body: { type: FORM_TYPE, schema: TokenRequest },
      answers: {
        200: { description: "The tokens", content: { [JSON_TYPE]: Tokens } },
        400: problem("There are none for this request"),
        401: problem("The program is not known"),
      },
      errors,
    },
  ],
};
