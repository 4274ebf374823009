import { columnsOf, defineTable, type RowOf } from "@cadastre/inventory-core";
import { ApiKey } from "./api-key.ts";

/** `auth_api_key`. A key whose user is gone is refused. */
export const apiKeyTable = defineTable("ApiKey", "auth_api_key", {
  id: { type: "text", primary: true },
  user_id: { type: "text", nullable: true },
  name: { type: "text" },
  description: { type: "text" },
  prefix: { type: "text" },
  key_hash: { type: "text", hidden: true },
  created_at: { type: "text" },
  last_used_at: { type: "text", nullable: true },
  expires_at: { type: "text", nullable: true },
});

/** Columns of a key as the API shows it. */
export const API_KEY_COLUMNS = columnsOf(apiKeyTable, ApiKey).join(", ");

export type ShownApiKeyRow = Omit<RowOf<typeof apiKeyTable>, "key_hash">;

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
