import { connectToServer, NoServer } from "../connection/connect-to-server.ts";
import { connectionTarget } from "../connection/connection-target.ts";

/** What a host of a database URL is. */
export interface PostgresqlHost {
  /** `db1.example.com:5432`. */
  readonly name: string;
  readonly is: "primary" | "standby" | "read-only" | "unreachable";
  /** Why, of one that is out of reach. */
  readonly reason?: string;
  /** `synchronous_commit` and `synchronous_standby_names`, of a primary. */
  readonly synchronous?: { readonly commit: string; readonly standbyNames: string };
}

/** Asks every host of a database URL, in their order. Never rejects for one that does not answer. @throws BadTarget */
export async function postgresqlHosts(url: string): Promise<readonly PostgresqlHost[]> {
  const target = connectionTarget(url);
  return await Promise.all(
    target.hosts.map(async (host): Promise<PostgresqlHost> => {
      const { name } = host;
      try {
        const { client, server } = await connectToServer({ ...target, wants: "any", hosts: [host] });
        try {
          if (server.isStandby) return { name, is: "standby" };
          const { rows } = await client.query<{ commit: string; standbyNames: string }>(
            `select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as "standbyNames"`,
          );
          return { name, is: server.isWritable ? "primary" : "read-only", ...(rows[0] === undefined ? {} : { synchronous: rows[0] }) };
        } finally {
          await client.end().catch(() => {});
        }
      } catch (error) {
        return {
          name,
          is: "unreachable",
          reason:
            error instanceof NoServer
              ? (error.refusals[0]?.reason ?? error.message)
              : error instanceof Error
                ? error.message
                : String(error),
        };
      }
    }),
  );
}
