import { type Authenticator, definePlugin, provide, serviceToken, SYSTEM } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";

const EVERYONE = serviceToken<Authenticator>("bench-everyone");

/** Whoever shows no other credential may do everything: what signing in costs is measured elsewhere. */
export const everyone = definePlugin({
  id: "bench-everyone",
  engine: "*",
  services: [
    provide(EVERYONE, [], () => ({
      id: "bench-everyone",
      priority: 1,
      authenticate: async () => ({ ...SYSTEM, kind: "user", userId: "bench", credential: KEY_CREDENTIAL, credentialId: "bench" }) as const,
    })),
  ],
  authenticators: [EVERYONE],
});
