import { defineTable } from "@cadastre/inventory-core";

/** `auth_setup_token`: tokens that hosts printed while there was no user. */
export const setupTokenTable = defineTable("SetupToken", "auth_setup_token", {
  id: { type: "text", primary: true },
  token_hash: { type: "text", hidden: true },
  created_at: { type: "text" },
});
