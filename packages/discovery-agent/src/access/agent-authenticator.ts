import {
  type Authenticator,
  coreErrors,
  type Credential,
  type Credentials,
  type OpenStorage,
  type Principal,
  sameHash,
  secretHash,
  serviceToken,
} from "@cadastre/inventory-core";
import { AGENT_WORK } from "../agent.permissions.ts";
import type { AgentRow } from "../agents/agent.entity.ts";
import { AGENT_TOKEN } from "./agent-token.ts";

export const AGENT_AUTHENTICATOR = serviceToken<Authenticator>("agent-authenticator");

/** What follows from a call with the token of an agent. */
const AGENT_CREDENTIAL: Credential = {
  kind: "agent",
  name: "the token of an agent",
  ambient: false,
  delegated: true,
  countedApart: true,
};

const PERMISSIONS: ReadonlySet<string> = new Set([AGENT_WORK]);

/** An agent that calls: `credentialId` is the id of its token, so that work which began under one that was replaced is found out. */
export interface AgentPrincipal extends Principal {
  readonly kind: "agent";
  readonly agentId: string;
  /** Permissions on secrets that the user had who made the token. */
  readonly tokenPermissions: ReadonlySet<string>;
}

/** Whether an agent is sent what setting takes this permission. */
export const maySend = ({ tokenPermissions }: AgentPrincipal, permission: string | null): boolean =>
  permission !== null && tokenPermissions.has(permission);

/** @throws FORBIDDEN for every other caller, whatever permissions it has */
export function agentOf(principal: Principal): AgentPrincipal {
  if (principal.kind === "agent" && "agentId" in principal) return principal as AgentPrincipal;
  throw coreErrors.FORBIDDEN({ permission: AGENT_WORK, reason: "this is for agents, which call with their own token" });
}

const USUAL = "Bearer ";

/** The token of an `Authorization: Bearer` header (RFC 6750), undefined where there is none. */
function bearerOf({ headers }: Credentials): string | undefined {
  const header = headers.get("authorization");
  if (header === null) return undefined;
  // As nearly every client writes it.
  if (header.startsWith(USUAL) && !header.includes(" ", USUAL.length)) return header.slice(USUAL.length);
  const [scheme = "", token, ...rest] = header.trim().split(/ +/);
  return scheme.toLowerCase() === "bearer" && rest.length === 0 ? token : undefined;
}

/**
 * Knows the tokens of agents. They are looked up at each request (an agent asks a few times a minute, or sends a batch twice a second),
 * so that one is void for every process at the moment at which it is replaced.
 */
export class AgentAuthenticator implements Authenticator {
  readonly id = "agent";
  readonly priority = 110;
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** @throws UNAUTHORIZED for a token that is unknown, was replaced, or whose agent is gone */
  authenticate(credentials: Credentials): Promise<Principal> | null {
    const token = bearerOf(credentials);
    return token === undefined || !AGENT_TOKEN.looksLike(token) ? null : this.#find(token);
  }

  async #find(token: string): Promise<AgentPrincipal> {
    const hash = secretHash(token);
    const row = AGENT_TOKEN.isWhole(token)
      ? await this.#storage.read.get<Pick<AgentRow, "id" | "name" | "token_id" | "token_hash" | "token_permissions">>(
          "select id, name, token_id, token_hash, token_permissions from agent where token_hash = ?",
          [hash],
        )
      : undefined;
    if (row === undefined || !sameHash(row.token_hash, hash))
      throw coreErrors.UNAUTHORIZED({ reason: "this token of an agent is not valid: it was replaced, or the agent was deleted" });
    const principal: AgentPrincipal = {
      kind: "agent",
      agentId: row.id,
      tokenPermissions: new Set(JSON.parse(row.token_permissions) as readonly string[]),
      userId: null,
      username: `agent ${row.name}`,
      permissions: PERMISSIONS,
      credential: AGENT_CREDENTIAL,
      credentialId: row.token_id,
    };
    return principal;
  }
}
