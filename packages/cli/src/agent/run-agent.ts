import { runAgent } from "@cadastre/discovery-agent/site";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { siteLeaseReader } from "@cadastre/discovery-scanner/site";
import { snmpSiteScanner } from "@cadastre/discovery-snmp/site";
import { parseExclusions } from "@cadastre/inventory-core/scanning";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readCaFile } from "../client/connection/ca-file.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { onSignals } from "../server/interruption.ts";
import { createLogger } from "../server/logger.ts";
import { isLoopback } from "../trial/loopback.ts";
import type { AgentCommandOptions } from "./agent-options.ts";

/** Bits of a mode that let others than the owner read. */
const READABLE_BY_OTHERS = 0o044;

/**
 * Runs an agent until SIGTERM or SIGINT. @param version of the program
 * @throws CommandFailure when an option is missing or wrong, or the state folder cannot be used
 */
export async function runAgentCommand(given: AgentCommandOptions, version: string): Promise<void> {
  const { server, tokenFile, caFile, stateDir, doNotProbe, leasePaths, leaseAllow, logFormat } = given;
  const logger = createLogger({ level: "info", format: logFormat });
  const url = serverOf(server);
  if (url.protocol === "http:") logger.warn("the token and what is found go over plain http: use an https URL");
  if (!isPrivate(url)) logger.warn("SNMP devices and lease sources are not asked: what they are asked with is not sent over plain http");
  if (tokenFile === undefined) throw new CommandFailure("--token-file is required: the file with the token of the agent", EXIT.usage);
  const token = readToken(tokenFile);
  if ((statSync(tokenFile).mode & READABLE_BY_OTHERS) !== 0)
    logger.warn("the file with the token is readable by others", { path: tokenFile });
  const excluded = parseExclusions(doNotProbe);
  if (!excluded.ok) throw new CommandFailure(`--do-not-probe: ${excluded.problem}`, EXIT.usage);
  const opened = parseExclusions(leaseAllow);
  if (!opened.ok) throw new CommandFailure(`--lease-allow: ${opened.problem}`, EXIT.usage);
  const folders = foldersOf(leasePaths);
  using interruption = onSignals("SIGTERM", "SIGINT");
  const { scanners: probing = [] } = discoveryScannerPlugin();
  // What devices are asked with comes from the server, and is not to be read on its way.
  const scanners = isPrivate(url) ? [...probing, snmpSiteScanner(doNotProbe)] : probing;
  const options = { server: url.href.replace(/\/$/, ""), token, stateFolder: stateDir, scanners, doNotProbe, version, logger };
  const readLeases = isPrivate(url) ? siteLeaseReader({ folders, doNotProbe, allow: leaseAllow }) : undefined;
  const ca = caFile === undefined ? undefined : readCaFile(caFile);
  await runAgent({ ...options, readLeases, ca }, interruption.signal).catch((error: unknown) => {
    if (interruption.signal.aborted) return;
    throw new CommandFailure(error instanceof Error ? error.message : String(error), EXIT.failed);
  });
  logger.info("stopped");
}

/** Whether nobody between the agent and its server reads what they say. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || isLoopback(hostname.replaceAll(/[[\]]/g, ""));
}

/** Folders of a list, without a slash at their ends. @throws CommandFailure */
function foldersOf(list: string): readonly string[] {
  const folders = list.split(",").map((folder) => folder.trim());
  return folders.filter(Boolean).map((folder) => {
    if (!path.isAbsolute(folder) || path.normalize(folder) !== folder || folder === "/")
      throw new CommandFailure("--lease-paths: folders must be absolute paths without . and .., and not the root", EXIT.usage);
    return folder.replace(/\/$/, "");
  });
}

/** @throws CommandFailure */
function serverOf(text: string | undefined): URL {
  if (text === undefined) throw new CommandFailure("--server is required: the URL of the server", EXIT.usage);
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new CommandFailure("--server must be an http or https URL without user, query and fragment", EXIT.usage);
  return url;
}

/** @throws CommandFailure, which never shows what the file holds */
function readToken(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new CommandFailure(`--token-file: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, EXIT.usage);
  }
  if (!/^cag_[0-9A-Za-z]{49}$/.test(text)) throw new CommandFailure(`--token-file: ${file} holds no token of an agent`, EXIT.usage);
  return text;
}
