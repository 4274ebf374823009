import { AGENT_SILENT_MS } from "@cadastre/discovery-agent";
import { isNewerVersion } from "@cadastre/inventory-core/scanning";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { programVersion } from "../../program-version.ts";
import { type Finding, ok, sentenceOf, warning } from "./finding.ts";

/** Tables that are looked at: each has at most thousands of rows. */
export const SITE_TABLES = ["agent", "agent_datacenter", "lease_source"] as const;

/** Rows of {@link SITE_TABLES}, by table, a value by the name of its column; those of an older schema lack some. */
export type SiteRows = Readonly<Partial<Record<(typeof SITE_TABLES)[number], readonly Readonly<Record<string, unknown>>[]>>>;

/** Whether agents of other sites are there, and whether lease sources are read. */
export async function siteFindings(rows: SiteRows): Promise<readonly Finding[]> {
  const sources = (rows.lease_source ?? []).filter(({ enabled }) => Number(enabled) === 1);
  const served = new Set((rows.agent_datacenter ?? []).map(({ datacenter_id: id }) => textOf(id)));
  const agents = (rows.agent ?? []).flatMap(agentFindings);
  const leases = (await Promise.all(sources.map(async (source) => await leaseFinding(source, served)))).flat();
  return [
    ...(agents.length > 0 ? agents : [ok("agents", `${rows.agent?.length ?? 0} registered, all heard of and up to date`)]),
    ...(leases.length > 0 ? leases : [ok("lease-sources", `${sources.length} enabled, none failed`)]),
  ];
}

function agentFindings({ name, version, last_seen_at: at }: Readonly<Record<string, unknown>>): Finding[] {
  const which = `the agent ${textOf(name)}`;
  if (textOf(at) === "")
    return [warning("agents", `${which} was never heard of`, "run cadastre agent with its token at the site, or delete the agent")];
  const found: Finding[] = [];
  if (Date.now() - Date.parse(textOf(at)) >= AGENT_SILENT_MS)
    found.push(
      warning(
        "agents",
        `${which} has not been heard of since ${textOf(at)}: what it serves is neither scanned nor read`,
        "where the server runs: look at the agent's process at the site, and its log, which says why it does not reach the server",
      ),
    );
  const own = programVersion();
  if (isNewerVersion(own, textOf(version)))
    found.push(warning("agents", `${which} has version ${textOf(version)}, older than ${own}`, `update it to ${own}`));
  return found;
}

async function leaseFinding(source: Readonly<Record<string, unknown>>, served: ReadonlySet<string>): Promise<Finding[]> {
  const which = `the lease source ${textOf(source["name"])}`;
  const [site, path, error] = [source["datacenter_id"], source["path"], source["last_error"]].map(textOf) as [string, string, string];
  if (site !== "" && !served.has(site))
    return [
      warning(
        "lease-sources",
        `${which} is read by no agent: none serves its datacenter`,
        `name the datacenter ${site} in an agent (datacenter_ids), or let servers read the source (datacenter_id null)`,
      ),
    ];
  const unreadable = site === "" && path !== "" ? await access(path, constants.R_OK).catch(sentenceOf) : undefined;
  if (unreadable !== undefined)
    return [
      warning(
        "lease-sources",
        `${which} has a file that this user cannot read: ${unreadable}`,
        "run the command as the user of the server; if it still cannot, correct the path, or let that user read the file",
      ),
    ];
  if (error === "") return [];
  const where = site === "" ? "correct the source" : "correct the source, or look at the agent of its datacenter";
  return [warning("lease-sources", `${which} was not read: ${error}`, `${where}, and read it again: cadastre lease-source read`)];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
