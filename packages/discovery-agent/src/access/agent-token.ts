import { newId, secretHash, SecretText } from "@cadastre/inventory-core";

/** Tokens of agents as texts. */
export const AGENT_TOKEN = new SecretText("cag_");

/** A token as it is made: its text is shown once, and nothing but its hash is kept. */
export interface MadeToken {
  readonly token: string;
  /** Columns of the agent that it is bound to. */
  readonly columns: { readonly token_id: string; readonly token_hash: string };
}

export function makeToken(): MadeToken {
  const token = AGENT_TOKEN.make();
  return { token, columns: { token_id: newId(), token_hash: secretHash(token) } };
}
