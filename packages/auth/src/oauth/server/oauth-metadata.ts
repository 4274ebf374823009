import type { OAuthSettings } from "../oauth-options.ts";
import type { OAuthScopes } from "../scopes.ts";
import { PATHS, resourceOf } from "./oauth-paths.ts";

/** What the server says of itself (RFC 8414 §2). oidc-provider's own says more, all of OpenID Connect, which is off. */
export function serverMetadata(
  issuer: string,
  settings: Pick<OAuthSettings, "clientMetadataDocuments">,
  scopes: OAuthScopes,
): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    registration_endpoint: issuer + PATHS.register,
    revocation_endpoint: issuer + PATHS.revoke,
    scopes_supported: scopes.all,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: settings.clientMetadataDocuments,
  };
}

/** What is said of the resource that tokens are for (RFC 9728 §2); clients ask for the scopes that are named here. */
export function resourceMetadata(issuer: string, scopes: OAuthScopes): Readonly<Record<string, unknown>> {
  return {
    resource: resourceOf(issuer),
    resource_name: "Cadastre",
    authorization_servers: [issuer],
    scopes_supported: scopes.usual,
    bearer_methods_supported: ["header"],
  };
}
