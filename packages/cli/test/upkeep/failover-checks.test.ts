import { PostgresDatabases } from "@cadastre/testing";
import { expect, inject, it } from "vitest";
import { checkFailover } from "../../src/upkeep/doctor/failover-checks.ts";

/** The server of the tests under two names, and a host where there is none. */
function hostsOf(databaseUrl: string): { readonly here: string; readonly credentials: string; readonly nowhere: string } {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get("host");
  const here = folder === null ? url.host : `${encodeURIComponent(folder)}:${url.searchParams.get("port") ?? "5432"}`;
  const user = url.searchParams.get("user") ?? url.username;
  return { here, credentials: url.password === "" ? user : `${user}:${url.password}`, nowhere: "127.0.0.1:1" };
}

const databases = new PostgresDatabases(inject("postgresAdminUrl"));

it("says what each host is, and that a failover may lose what no standby has", async () => {
  const { here, credentials, nowhere } = hostsOf(databases.adminUrl);
  const findings = await checkFailover(`postgresql://${credentials}@${nowhere},${here}/postgres`);
  expect(findings).toMatchObject([
    {
      check: "database-hosts",
      verdict: "warning",
      message: expect.stringMatching(/127\.0\.0\.1:1 is unreachable \(connection refused\), .* is primary/),
    },
    { check: "failover", verdict: "warning", message: expect.stringContaining("synchronous_standby_names is empty") },
  ]);
});

it("finds two servers that take writes", async () => {
  const { here, credentials } = hostsOf(databases.adminUrl);
  expect(await checkFailover(`postgresql://${credentials}@${here},${here}/postgres`)).toContainEqual(
    expect.objectContaining({ check: "database-hosts", verdict: "problem" }),
  );
});

it("has nothing to say of one host", async () => {
  expect(await checkFailover(databases.adminUrl)).toEqual([]);
});
