import { EntitySchema } from "@mikro-orm/core";

/** A row of `auth_setup_token`: a token that some host printed while there was no user. */
export interface SetupTokenRow {
  id: string;
  token_hash: string;
  created_at: string;
}

export const SetupTokenEntity: EntitySchema<SetupTokenRow> = new EntitySchema<SetupTokenRow>({
  name: "SetupToken",
  tableName: "auth_setup_token",
  properties: { id: { type: "text", primary: true }, token_hash: { type: "text", hidden: true }, created_at: { type: "text" } },
});
