import { z } from "zod";
import { Id, Timestamp } from "@cadastre/inventory-core";

const GrantedClient = z
  .object({
    id: Id,
    client_id: z.string().meta({ description: "The client_id of the program" }),
    name: z.string().meta({ description: "Name of the program" }),
  })
  .meta({ id: "OAuthGrantClient", description: "The program that a user authorized" });

/** What a user allowed a program. */
export const OAuthGrant = z
  .object({
    id: Id,
    client: GrantedClient,
    scope: z.array(z.string()).meta({ description: "Permissions of the program, limited to those that the user has at the time" }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({
      description: "When the program last used it (ISO 8601 UTC with milliseconds); null for never",
    }),
    expires_at: Timestamp.meta({ description: "Expiry of the grant" }),
  })
  .meta({ id: "OAuthGrant", description: "Authorization of a program by a user" });

export type OAuthGrant = z.infer<typeof OAuthGrant>;

/** What a statement tells of a grant. */
export interface ShownGrantRow {
  readonly id: string;
  readonly client_row: string;
  readonly client_id: string;
  readonly name: string;
  readonly scope: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string;
}

export function oauthGrantOf(row: ShownGrantRow): OAuthGrant {
  return {
    id: row.id,
    client: { id: row.client_row, client_id: row.client_id, name: row.name },
    scope: row.scope.split(" "),
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
  };
}
