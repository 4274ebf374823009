import type { Client } from "@cadastre/client";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { type Inventory, KeyRing, type Plugin } from "@cadastre/inventory-core";
import type { RecordServices } from "@cadastre/inventory-core/records";
import { webhooksPlugin } from "@cadastre/webhooks";
import type { Rack } from "../../../../examples/custom-plugin/src/rack.ts";
import { racksPlugin } from "../../../../examples/custom-plugin/src/racks-plugin.ts";
import { circuitsPlugin } from "./circuits.ts";
import { ConductedScanner } from "./conducted-scanner.ts";
import { fillHostile } from "./hostile.ts";
import { allowProgram } from "./oauth-consent.ts";
import { type PageServer, startPage, whenBuilt } from "./page-server.ts";
import { fillAround } from "./sample-around.ts";
import { fillSources } from "./sample-sources.ts";
import { fillSample, type SampleIds } from "./sample.ts";

/** The address that each server names as its own; each is reached at another port. */
const ISSUER = "http://127.0.0.1:8080";

/** A record of each declared kind but racks. */
async function fillKinds(root: Client): Promise<void> {
  const group = await root.vlanGroups.create({ name: "Lyon VLANs" });
  await root.vlans.create({ vid: 104, name: "Desks and phones", group_id: group.id });
  const circuit = (await root.call("circuits.create", { name: "C-7", provider: "Acme" })) as { readonly id: string };
  await root.call("circuitEnds.create", { name: "A side", circuit_id: circuit.id });
}

/**
 * Starts a server with every plugin that adds to the page.
 * @param folders folders with lease files that the server may read
 */
export async function startFullPage(scanner = new ConductedScanner(), folders: readonly string[] = []): Promise<PageServer> {
  const plugins: Plugin[] = [
    webhooksPlugin(),
    oauthPlugin({ enabled: true, issuerUrl: ISSUER }),
    racksPlugin(),
    circuitsPlugin(),
    discoveryAgentPlugin(),
    discoverySnmpPlugin({ scan: false }),
    leaseSourcesPlugin({ read: false, folders: [...folders], allow: "127.0.0.1" }),
    scanner.plugin,
  ];
  return await startPage(plugins, { keyRing: KeyRing.parse(KeyRing.generate()) });
}

/** Starts such a server with records for every page. */
export async function startFilledPage(
  scanner = new ConductedScanner(),
  folders: readonly string[] = [],
): Promise<{ readonly server: PageServer; readonly ids: SampleIds }> {
  const server = await startFullPage(scanner, folders);
  await whenBuilt(server.url);
  const rack = await (server.inventory as Inventory & RecordServices<typeof Rack>).racks.create({ name: "A1" });
  const ids = { ...(await fillSample(server.inventory)), ...(await fillAround(server, scanner)), rack: rack.id };
  await fillSources(server);
  await fillKinds(await server.as("root"));
  await fillHostile(server.inventory);
  await allowProgram({
    url: server.url,
    issuer: ISSUER,
    cookie: await server.cookieOf("root"),
    name: "Walking editor",
    scope: "device:list",
  });
  return { server, ids };
}
