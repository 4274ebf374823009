import { type Authenticator, definePlugin, type Permission, provide, serviceToken } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "../credentials.ts";

/** Callers of the suite: the built-in roles, and a user without permissions. Their bearer token is their name. */
export type SuiteRole = "admin" | "operator" | "viewer" | "nobody";

const AUTHENTICATOR = serviceToken<Authenticator>("record-suite/roles");

/** Authenticates requests of the suite by their role. @param permissions those of the host, once it runs */
export const rolesPlugin = (permissions: () => readonly Permission[]) =>
  definePlugin({
    id: "record-suite",
    services: [
      provide(AUTHENTICATOR, [], () => ({
        id: "record-suite",
        priority: 1,
        authenticate: async ({ headers }) => {
          const role = /^Bearer (admin|operator|viewer|nobody)$/.exec(headers.get("authorization") ?? "")?.[1];
          if (role === undefined) return null;
          const held = permissions().filter(({ roles }) => roles.some((name) => name === role));
          return {
            kind: "user",
            userId: role,
            username: role,
            permissions: role === "admin" ? "all" : new Set(held.map(({ name }) => name)),
            credential: KEY_CREDENTIAL,
            credentialId: role,
          } as const;
        },
      })),
    ],
    authenticators: [AUTHENTICATOR],
  });
