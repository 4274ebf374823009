import { type PostgresqlHost, postgresqlHosts } from "@cadastre/inventory-core/postgresql";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** A commit waits for a standby with these alone. */
const WAITING = new Set(["on", "remote_write", "remote_apply"]);

/** What each host of a database URL is, and whether a failover between them may lose changes; nothing for a single host. */
export async function checkFailover(url: string): Promise<readonly Finding[]> {
  const hosts = await postgresqlHosts(url);
  return hosts.length < 2
    ? []
    : [hostsFinding(hosts), ...hosts.flatMap(({ synchronous }) => (synchronous === undefined ? [] : [commitFinding(synchronous)]))];
}

function hostsFinding(hosts: readonly PostgresqlHost[]): Finding {
  const text = hosts.map(({ name, is, reason }) => `${name} is ${is}${reason === undefined ? "" : ` (${reason})`}`).join(", ");
  const writable = hosts.filter(({ is }) => is === "primary");
  if (writable.length > 1)
    return problem(
      "database-hosts",
      text,
      "two hosts accept writes: unless both are the same host, stop the one that should be a standby before servers write to either",
    );
  if (hosts.some(({ is }) => is === "unreachable"))
    return warning("database-hosts", text, "start it again, or remove it from DATABASE_URL: until then no failover is possible");
  return ok("database-hosts", text);
}

function commitFinding({ commit, standbyNames }: NonNullable<PostgresqlHost["synchronous"]>): Finding {
  if (standbyNames === "")
    return warning(
      "failover",
      "synchronous_standby_names is empty: a failover may lose changes that were acknowledged",
      "set it on the primary, as shown in the guide on high availability",
    );
  if (!WAITING.has(commit))
    return warning(
      "failover",
      `synchronous_commit is ${commit}: a failover may lose changes that were acknowledged`,
      "set it to on, for the role of the servers too",
    );
  return ok("failover", `changes are acknowledged when a standby has them (synchronous_standby_names = ${standbyNames})`);
}
