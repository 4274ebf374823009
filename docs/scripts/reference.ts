// Writes docs/reference/ from the code: everything that plugins declare is data on a started host. With --check it
// writes nothing and fails when a page is not what it would write, when a guide makes a false claim about what the code can do,
// when the library exports a value that is not documented, or when a page has code that is empty or not that of its file.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoveryScannerPlugin } from "@cadastre/discovery-scanner";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { httpPlugin, openApiDocument } from "@cadastre/http-h3";
import { describeSettings } from "@cadastre/cli";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webUiPlugin } from "@cadastre/web-ui";
import { webhooksPlugin } from "@cadastre/webhooks";
import { mcpPlugin } from "@cadastre/mcp";
import { capabilityFaults, type Offer, offerOf } from "./capabilities.ts";
import { commandsPage } from "./commands-page.ts";
import { decisionsPage } from "./decisions-page.ts";
import { dependencyPage } from "./dependency-graph.ts";
import { indexPage } from "./index-page.ts";
import { coreLibrary, libraryFaults, libraryPage, namedInDocuments } from "./library-page.ts";
import { optionsPage } from "./option-tables.ts";
import { allPages } from "./markdown-pages.ts";
import { type PackagedPlugin, pluginsPage } from "./plugins-page.ts";
import { errorsPage, eventsPage, operationsPage, permissionsPage, settingsPage } from "./reference-pages.ts";
import { regionOf, snippetFaults } from "./snippets.ts";

const FOLDER = new URL("../reference/", import.meta.url);

/** In the order in which the server has them. */
const PLUGINS: readonly PackagedPlugin[] = [
  { plugin: authPlugin(), folder: "auth" },
  { plugin: oauthPlugin(), folder: "auth" },
  { plugin: discoveryScannerPlugin(), folder: "discovery-scanner" },
  { plugin: discoveryAgentPlugin(), folder: "discovery-agent" },
  { plugin: discoverySnmpPlugin(), folder: "discovery-snmp" },
  { plugin: leaseSourcesPlugin(), folder: "discovery-scanner" },
  { plugin: webhooksPlugin(), folder: "webhooks" },
  { plugin: mcpPlugin(), folder: "mcp" },
  { plugin: webUiPlugin(), folder: "web-ui" },
  { plugin: httpPlugin({ port: 0 }), folder: "http-h3" },
];

const library = coreLibrary();
const { pages, offer } = await describeServer();
if (process.argv.includes("--check")) await check();
else await write();

/** Returns the pages for the server with all its plugins, by file name, and what that server offers. */
async function describeServer(): Promise<{ readonly pages: ReadonlyMap<string, string>; readonly offer: Offer }> {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: PLUGINS.map(({ plugin }) => plugin) });
  const { host } = inventory;
  const pages = new Map([
    ["operations.md", operationsPage(host)],
    ["errors.md", errorsPage(host)],
    ["permissions.md", permissionsPage(host)],
    ["events.md", eventsPage(host)],
    ["options.md", optionsPage()],
    ["settings.md", settingsPage(describeSettings(), regionOf("examples/custom-scanner/cadastre.config.ts", "settings"))],
    ["commands.md", await commandsPage()],
    ["plugins.md", pluginsPage(PLUGINS)],
    ["library.md", libraryPage(library)],
    ["dependencies.md", dependencyPage()],
    ["openapi.json", `${JSON.stringify(openApiDocument(host), null, 2)}\n`],
  ]);
  pages.set("../decisions/index.md", decisionsPage());
  const byPath = new Map([...pages].map(([name, text]) => [`reference/${name.replace(/\.md$/, "")}`, text]));
  pages.set("../README.md", indexPage(byPath));
  const settings = describeSettings().map(({ name }) => name);
  return { pages, offer: offerOf(host, settings) };
}

async function write(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [name, text] of pages) await writeFile(new URL(name, FOLDER), text);
  console.log(`${pages.size} pages written to ${fileURLToPath(FOLDER)}`);
}

async function check(): Promise<void> {
  const present = await readdir(FOLDER).catch(() => []);
  const outdated = present.filter((name) => !pages.has(name));
  for (const [name, text] of pages) {
    const now = await readFile(new URL(name, FOLDER), "utf8").catch(() => undefined);
    if (now !== text) outdated.push(name);
  }
  if (outdated.length > 0) {
    console.error(`docs/reference is out of date: ${outdated.join(", ")}. Run: npx --yes pnpm@12 docs:reference`);
    process.exitCode = 1;
  } else console.log(`${pages.size} pages of docs/reference are up to date.`);
  const faults = [
    ...capabilityFaults(offer),
    ...libraryFaults(library, namedInDocuments()),
    ...allPages().flatMap((each) => snippetFaults(each)),
  ];
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    process.exitCode = 1;
  }
}
