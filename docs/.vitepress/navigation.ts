import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the pages, with a slash at the end. */
export const DOCS = fileURLToPath(new URL("../", import.meta.url));

/** A part of the guides. Pages are paths within this folder, without `.md`. */
export interface Section {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The guides in their order. A page that is not there is an error. */
export const GUIDES: readonly Section[] = [
  {
    title: "Get started",
    pages: [
      "guides/get-started",
      "guides/run-the-server",
      "guides/web-page",
      "guides/use-the-library",
      "guides/transactions",
      "guides/natural-keys",
      "guides/embed",
      "guides/hosts",
      "guides/test-your-application",
      "guides/what-we-do-not-do",
      "guides/comparison",
    ],
  },
  { title: "Move in", pages: ["guides/import", "guides/moving-from-rackd", "guides/moving-from-netbox", "guides/moving-from-phpipam"] },
  {
    title: "Addresses",
    pages: ["guides/address-plan", "guides/spaces", "guides/allocate-addresses", "guides/who-held-an-address", "guides/own-fields"],
  },
  { title: "Plans", pages: ["guides/plans", "guides/renumber"] },
  { title: "Discovery", pages: ["guides/discovery", "guides/reconciling", "guides/other-sites", "guides/snmp", "guides/leases"] },
  { title: "Events", pages: ["guides/events", "guides/subscriptions", "guides/webhooks"] },
  {
    title: "People and programs",
    pages: ["guides/users-and-keys", "guides/what-one-caller-can-use", "guides/sessions", "guides/oauth", "guides/mcp", "guides/audit"],
  },
  {
    title: "Command line and client",
    pages: ["guides/command-line", "guides/use-the-client", "guides/api-reference-page", "guides/generate-a-client"],
  },
  {
    title: "Operations",
    pages: [
      "guides/deploy",
      "guides/behind-a-proxy",
      "guides/backup",
      "guides/postgresql",
      "guides/high-availability",
      "guides/scale",
      "guides/upgrade",
      "guides/monitor",
      "guides/ansible",
      "guides/troubleshooting",
      "guides/faq",
    ],
  },
  { title: "Plugins", pages: ["guides/write-a-plugin", "guides/write-a-scanner", "guides/write-a-storage"] },
];

/** Pages of the specification in their order. A test compares them with the folder. */
export const SPECIFICATION: readonly string[] = [
  "index",
  "http",
  "errors",
  "fields",
  "own-fields",
  "addresses",
  "spaces",
  "pools",
  "vlans",
  "devices",
  "deletion",
  "conflicts",
  "bulk-changes",
  "plans",
  "discovery",
  "events",
  "webhooks",
  "accounts",
  "credentials",
  "oauth",
  "limits",
  "audit",
  "import",
  "server",
].map((name) => `spec/${name}`);

/** The index of the decisions, and each of them. */
export function decisionPages(): readonly string[] {
  const index = "decisions/index";
  return [index, ...pagesOf("decisions").filter((page) => page !== index)];
}

/** Pages of the reference that are generated into the repository. */
export const REFERENCE: readonly string[] = [
  "operations",
  "errors",
  "permissions",
  "events",
  "settings",
  "commands",
  "plugins",
  "options",
  "library",
  "dependencies",
].map((name) => `reference/${name}`);

/** The title of a page: its first heading. @param text of the page, where it is not written yet */
function titleOf(page: string, text = readFileSync(`${DOCS}${page}.md`, "utf8")): string {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${page}.md has no title`);
  return title.replaceAll("`", "");
}

/** Pages of a folder by their names, such as the decisions. */
export function pagesOf(folder: string): readonly string[] {
  if (!existsSync(DOCS + folder)) return [];
  return readdirSync(DOCS + folder)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => `${folder}/${name.slice(0, -".md".length)}`);
}

interface Item {
  readonly text: string;
  readonly link: string;
}

/** Pages as entries of a side bar. @param texts of pages, where they are not read from their files */
export function itemsOf(pages: readonly string[], texts: ReadonlyMap<string, string> = new Map()): Item[] {
  return pages.map((page) => ({ text: titleOf(page, texts.get(page)), link: `/${page}` }));
}
