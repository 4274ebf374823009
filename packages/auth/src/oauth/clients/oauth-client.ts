import { z } from "zod";
import { Id, Timestamp } from "@cadastre/inventory-core";
import type { OAuthClientRow } from "../storage/oauth.entity.ts";

/** A program that asked for access in its users' names. What it says of itself is not proven. */
export const OAuthClient = z
  .object({
    id: Id,
    client_id: z.string().meta({ description: "Client id used in requests: its id, or the URL of its metadata document" }),
    name: z.string().meta({ description: "Name as given by the client itself", examples: ["Editor"] }),
    source: z.enum(["registered", "document"]).meta({ description: "Dynamic registration (RFC 7591), or a metadata document" }),
    redirect_uris: z.array(z.string()).meta({ description: "Redirect URIs" }),
    scope: z.array(z.string()).nullable().meta({ description: "Permissions that it is limited to by its registration; null for no limit" }),
    grants: z.int().meta({ description: "Number of grants by users" }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: "When a user last authorized it or it last received a token; null for never" }),
  })
  .meta({ id: "OAuthClient", description: "A program that users can authorize" });

export type OAuthClient = z.infer<typeof OAuthClient>;

/** What a statement tells of a client. */
export type ShownClientRow = Omit<OAuthClientRow, "metadata" | "address"> & { readonly grants: number };

/** Columns of a client as the API shows it, alias `c`. */
export const CLIENT_COLUMNS = `c.id, c.client_id, c.source, c.name, c.redirect_uris, c.scope, c.created_at, c.last_used_at,
  (select count(*) from auth_oauth_grant g where g.client_id = c.id) as grants`;

export function oauthClientOf(row: ShownClientRow): OAuthClient {
  return {
    id: row.id,
    client_id: row.client_id,
    name: row.name,
    source: row.source,
    redirect_uris: JSON.parse(row.redirect_uris) as string[],
    scope: row.scope === null ? null : row.scope.split(" "),
    grants: row.grants,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
  };
}
