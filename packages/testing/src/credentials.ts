import type { Credential } from "@cadastre/inventory-core";

/** For callers of tests: as those of an API key, which is sent on purpose and by the user's own programs. */
export const KEY_CREDENTIAL: Credential = { kind: "key", name: "an API key", ambient: false, delegated: false, countedApart: true };

/** For callers of tests: as those of a session cookie, which browsers send without being asked. */
export const SESSION_CREDENTIAL: Credential = {
  kind: "session",
  name: "a session cookie",
  ambient: true,
  delegated: false,
  countedApart: false,
};

/** For callers of tests: as those of a token that a program was given for a task. */
export const DELEGATED_CREDENTIAL: Credential = {
  kind: "oauth",
  name: "an OAuth token",
  ambient: false,
  delegated: true,
  countedApart: false,
};
