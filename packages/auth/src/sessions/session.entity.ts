import { EntitySchema } from "@mikro-orm/core";

/** A row of `auth_session`. The token itself is only in the cookie. */
export interface SessionRow {
  id: string;
  token_hash: string;
  user_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

export const SessionEntity: EntitySchema<SessionRow> = new EntitySchema<SessionRow>({
  name: "Session",
  tableName: "auth_session",
  properties: {
    id: { type: "text", primary: true },
    token_hash: { type: "text", hidden: true },
    user_id: { type: "text" },
    created_at: { type: "text" },
    last_seen_at: { type: "text" },
    expires_at: { type: "text" },
  },
});
