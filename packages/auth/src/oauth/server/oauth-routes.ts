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
    issuer: text("Issuer of tokens"),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    scopes_supported: texts("Permissions that a program can request"),
    response_types_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
  })
  .meta({ id: "OAuthServerMetadata", description: "Authorization server metadata (RFC 8414)" });

/** RFC 9728 §2. */
const ResourceMetadata = z
  .object({
    resource: text("Resource of the tokens"),
    resource_name: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: texts("Default permissions of programs"),
    bearer_methods_supported: z.array(z.string()),
  })
  .meta({ id: "OAuthResourceMetadata", description: "Protected resource metadata (RFC 9728)" });

const registered = {
  client_name: text("Name shown to users").optional(),
  client_uri: text("An https page of the program").optional(),
  redirect_uris: texts("Redirect URIs: https, http to the user's own machine, or a private-use scheme"),
  scope: text("Permissions, separated by spaces; has a default").optional(),
};

const Registration = z
  .object(registered)
  .meta({ id: "OAuthRegistration", description: "Client metadata (RFC 7591); unknown fields are ignored" });

const RegisteredClient = z
  .object({
    ...registered,
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: "Unix seconds" }).optional(),
    token_endpoint_auth_method: text("`none`: every program is a public client"),
  })
  .meta({ id: "OAuthRegisteredClient", description: "A registered program" });

const TokenRequest = z
  .object({
    grant_type: z.enum(["authorization_code", "refresh_token"]),
    client_id: z.string(),
    code: text("For authorization_code: the code from the redirect").optional(),
    redirect_uri: text("For authorization_code: the redirect URI of the authorization request").optional(),
    code_verifier: text("For authorization_code: the PKCE code verifier").optional(),
    refresh_token: text("For refresh_token: the latest refresh token").optional(),
    scope: text("For refresh_token: a subset of the granted permissions").optional(),
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
  .object({ error: text("`invalid_grant`, `invalid_client` …"), error_description: text("Message for developers").optional() })
  .meta({ id: "OAuthProblem", description: "Error response (RFC 6749 §5.2)" });

const AuthorizationQuery = z.object({
  client_id: text("A registered program, or the https URL of its metadata document"),
  response_type: z.enum(["code"]),
  redirect_uri: z.string(),
  code_challenge: text("BASE64URL(SHA-256(verifier))"),
  code_challenge_method: z.enum(["S256"]),
  scope: text("Permissions, separated by spaces; default is those of its registration").optional(),
  state: text("Returned unchanged").optional(),
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
  summary: "Get the protected resource metadata",
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
      summary: "Get the authorization server metadata",
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
      description: "Dynamic client registration (RFC 7591). Access still needs the consent of a user.",
      body: { type: JSON_TYPE, schema: Registration },
      answers: {
        201: { description: "The registered client", content: { [JSON_TYPE]: RegisteredClient } },
        400: problem("Invalid metadata"),
      },
      errors,
    },
  ],
  base: [
    {
      id: "oauth.authorize",
      method: "GET",
      path: PATHS.authorize,
      summary: "Request authorization from a user",
      description: "For the browser of the user: redirects to pages for sign-in and consent, and then to the redirect URI with a code.",
      query: AuthorizationQuery,
      answers: {
        303: {
          description: "Redirect to a page of this server, or to the redirect URI with `code` or `error`",
          headers: { Location: "The URL" },
          content: { "text/plain": z.string(), "text/html": z.string() },
        },
        400: {
          description: "Error page, when the redirect URI is not trusted or a parameter is too long",
          content: { "text/html": z.string() },
        },
      },
      errors,
    },
    {
      id: "oauth.revoke",
      method: "POST",
      path: PATHS.revoke,
      summary: "Revoke a token",
      description: "Token revocation (RFC 7009): a refresh token also revokes its access tokens.",
      body: { type: FORM_TYPE, schema: Revocation },
      answers: {
        200: { description: "The token is revoked, or was not valid" },
        400: problem("Incomplete request"),
        401: problem("Unknown program"),
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
        400: problem("The request was rejected"),
        401: problem("Unknown program"),
      },
      errors,
    },
  ],
};
