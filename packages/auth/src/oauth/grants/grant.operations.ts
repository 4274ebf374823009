import { defineOperation, defineOperations, empty, list } from "@cadastre/inventory-core";
import { OAUTH_GRANTS } from "./grant-service.ts";
import { OAuthGrant } from "./oauth-grant.ts";

export const oauthGrantOperations = defineOperations(
  "oauthGrants",
  {
    /** What the caller allowed programs, the newest first. */
    list: defineOperation({
      summary: "List the caller's OAuth grants",
      description:
        "Programs authorized by the caller. Grants of other users are not visible, and a program sees only the one " + "that it holds.",
      service: OAUTH_GRANTS,
      access: "authenticated",
      area: "accounts",
      http: { method: "GET", path: "/api/oauth/grants", status: 200 },
      output: list(OAuthGrant),
      run: async (grants, _, call) => grants.list(call),
    }),
    /** Ends a grant of the caller with all its tokens. Fails with NOT_FOUND. */
    revoke: defineOperation({
      summary: "Revoke an OAuth grant of the caller",
      description: "The tokens of this grant are revoked immediately.",
      service: OAUTH_GRANTS,
      access: "authenticated",
      area: "accounts",
      http: { method: "DELETE", path: "/api/oauth/grants/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (grants, { params }, call) => await grants.revoke(params.id, call),
    }),
  },
  { id: "grant" },
);
