import { EntitySchema } from "@mikro-orm/core";
import type { ApiKey } from "./api-key.ts";

/** A row of `auth_api_key`. A key whose user is gone is refused. */
export interface ApiKeyRow {
  id: string;
  user_id: string | null;
  name: string;
  description: string;
  prefix: string;
  key_hash: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

export const ApiKeyEntity: EntitySchema<ApiKeyRow> = new EntitySchema<ApiKeyRow>({
  name: "ApiKey",
  tableName: "auth_api_key",
  properties: {
    id: { type: "text", primary: true },
    user_id: { type: "text", nullable: true },
    name: { type: "text" },
    description: { type: "text" },
    prefix: { type: "text" },
    key_hash: { type: "text", hidden: true },
    created_at: { type: "text" },
    last_used_at: { type: "text", nullable: true },
    expires_at: { type: "text", nullable: true },
  },
});

/** Columns of a key as the API shows it. */
export const API_KEY_COLUMNS = "id, name, description, user_id, prefix, created_at, last_used_at, expires_at";

export type ShownApiKeyRow = Omit<ApiKeyRow, "key_hash">;

export function apiKeyOf(row: ShownApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    user_id: row.user_id,
    prefix: row.prefix,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
  };
}
