import { type Authenticator, definePlugin, provide, serviceToken, SYSTEM } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";

const PERSON = serviceToken<Authenticator>("company-person");

/** Lets in, for everything, whoever sends the token `person`; agents have tokens of their own. */
export const personPlugin = definePlugin({
  id: "company-person",
  engine: "*",
  services: [
    provide(PERSON, [], () => ({
      id: "company-person",
      priority: 1,
      authenticate: async ({ headers }) =>
        headers.get("authorization") === "Bearer person"
          ? ({ ...SYSTEM, kind: "user", userId: "person", username: "person", credential: KEY_CREDENTIAL, credentialId: "person" } as const)
          : null,
    })),
  ],
  authenticators: [PERSON],
});
