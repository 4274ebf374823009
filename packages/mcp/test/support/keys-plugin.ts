import { type Authenticator, definePlugin, type Plugin, provide, serviceToken } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";

const AUTHENTICATOR = serviceToken<Authenticator>("test-keys");

/** Callers by keys such as `ann.laptop`: a user and one of their keys. What a key may do can be changed at any time. */
export class Keys {
  readonly #may = new Map<string, ReadonlySet<string> | "all">();
  readonly #gone = new Set<string>();

  readonly plugin: Plugin = definePlugin({
    id: "test-keys",
    engine: "*",
    services: [
      provide(AUTHENTICATOR, [], () => ({
        id: "test-keys",
        priority: 2_000,
        authenticate: async ({ headers }) => {
          const [, key, userId] = /^Bearer (([a-z]+)\.[a-z]+)$/.exec(headers.get("authorization") ?? "") ?? [];
          if (key === undefined || userId === undefined || this.#gone.has(key)) return null;
          return {
            kind: "user",
            userId,
            username: userId,
            permissions: this.#may.get(key) ?? "all",
            credential: KEY_CREDENTIAL,
            credentialId: key,
          } as const;
        },
      })),
    ],
    authenticators: [AUTHENTICATOR],
  });

  /** From now on the key may do this alone. */
  allow(key: string, permissions: readonly string[] | "all"): void {
    this.#may.set(key, permissions === "all" ? "all" : new Set(permissions));
  }

  /** From now on the key is none. */
  revoke(key: string): void {
    this.#gone.add(key);
  }
}
