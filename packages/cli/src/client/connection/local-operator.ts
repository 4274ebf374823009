import { type Authenticator, definePlugin, type Plugin, type Principal, provide, serviceToken } from "@cadastre/inventory-core";
import { userInfo } from "node:os";

const LOCAL_OPERATOR = serviceToken<Authenticator>("cli-local-operator");

/** Whoever may open the database is its operator: the audit trail has the name that the system knows them by. */
function principalOf(): Principal {
  return { kind: "system", userId: null, username: `local:${systemName()}`, permissions: "all", credential: null, credentialId: null };
}

function systemName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Lets every in-process request in as the local operator. Never for a handler that listens. */
export function localOperatorPlugin(): Plugin {
  const principal = principalOf();
  const authenticator: Authenticator = { id: "local-operator", priority: 1000, authenticate: async () => principal };
  return definePlugin({
    id: "local-operator",
    services: [provide(LOCAL_OPERATOR, [], () => authenticator)],
    authenticators: [LOCAL_OPERATOR],
  });
}
