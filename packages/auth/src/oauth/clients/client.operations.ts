import { defineOperation, defineOperations, empty, list } from "@cadastre/inventory-core";
import { OAUTH_CLIENTS } from "./client-service.ts";
import { OAuthClient } from "./oauth-client.ts";

export const oauthClientOperations = defineOperations(
  "oauthClients",
  {
    /** All OAuth clients, by name. */
    list: defineOperation({
      summary: "List OAuth clients",
      description: "Clients from dynamic registration, and those authorized by a user by the URL of their metadata document.",
      service: OAUTH_CLIENTS,
      access: "oauth-client:list",
      delegable: true,
      http: { method: "GET", path: "/api/oauth/clients", status: 200 },
      output: list(OAuthClient),
      run: async (clients, _, call) => clients.list(call),
    }),
    /** Deletes a client with all its grants and tokens. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete an OAuth client",
      description:
        "All its grants and tokens are revoked immediately. It can register again, and then needs the consent of its users again.",
      service: OAUTH_CLIENTS,
      access: "oauth-client:delete",
      delegable: true,
      http: { method: "DELETE", path: "/api/oauth/clients/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      run: async (clients, { params }, call) => await clients.delete(params.id, call),
    }),
  },
  { id: "client" },
);
