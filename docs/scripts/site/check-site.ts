import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readHtml } from "./read-html.ts";

/** What is wrong with a built site, and how many pages it has. */
export interface SiteCheck {
  readonly pages: number;
  readonly problems: readonly string[];
}

const ORIGIN = "http://site";
const ABSOLUTE = /https?:\/\/[^\s"'`<>()\\,;&]+/g;

/**
 * Addresses in scripts that nobody fetches. Each begins one or more of those of Vue, VitePress and what they bring along.
 */
const NEVER_FETCHED: readonly { readonly prefix: string; readonly reason: string }[] = [
  { prefix: "http://www.w3.org/", reason: "names of XML namespaces" },
  { prefix: "https://vuejs.org/", reason: "explanations that Vue's messages point to" },
  { prefix: "https://vitepress.dev", reason: "a link in a message of VitePress" },
  { prefix: "https://github.com/focus-trap/", reason: "licences in comments" },
  { prefix: "http://a.com", reason: "a base for parsing relative addresses" },
  { prefix: "https://api.iconify.design/", reason: "icons of links to social networks, of which this site has none" },
];

/** An application whose libraries name many addresses: its test opens it in a browser, and hears whom it asks. */
const WALKED = "/playground/";

/** Checks links, anchors, and that no page, style or script fetches anything from another origin. */
export async function siteProblems(folder: string): Promise<SiteCheck> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/"));
  const read = async (suffix: string): Promise<ReadonlyMap<string, string>> =>
    new Map(
      await Promise.all(
        files.filter((file) => file.endsWith(suffix)).map(async (file) => [file, await readFile(folder + file, "utf8")] as const),
      ),
    );
  const pages = new Map([...(await read(".html"))].map(([file, text]) => [file, readHtml(text)]));
  const present = new Set(files);
  const problems: string[] = [];
  for (const [file, { links, resources }] of pages) {
    for (const link of links) {
      const problem = linkProblem(file, link, present, pages);
      if (problem !== undefined) problems.push(`${file}: ${link} ${problem}`);
    }
    for (const resource of resources) {
      const url = new URL(resource, ORIGIN + file);
      if (url.protocol === "data:") continue;
      if (url.origin !== ORIGIN) problems.push(`${file}: ${resource} is fetched from another origin`);
      else if (!present.has(decodeURI(url.pathname))) problems.push(`${file}: ${resource} is not there`);
    }
  }
  for (const [file, text] of await read(".css")) {
    for (const [, target = ""] of text.matchAll(/(?:url\(|@import\s*)["']?((?:https?:)?\/\/[^"')]+)/g))
      problems.push(`${file}: ${target} is fetched from another origin`);
  }
  // What pages show or link to is in their scripts too; it is fetched by readers who follow it, and by nothing else.
  const shown = new Set([...pages.values()].flatMap(({ links, text }) => [...links, ...(text.match(ABSOLUTE) ?? [])]).map(originOf));
  for (const [file, text] of await read(".js")) {
    if (file.startsWith(WALKED)) continue;
    const unknown = (text.match(ABSOLUTE) ?? []).filter(
      (address) => !shown.has(originOf(address)) && !NEVER_FETCHED.some(({ prefix }) => address.startsWith(prefix)),
    );
    for (const address of new Set(unknown))
      problems.push(`${file}: ${address} may be fetched from another origin: is it? If not, say so in check-site.ts`);
  }
  return { pages: pages.size, problems };
}

function linkProblem(
  file: string,
  link: string,
  present: ReadonlySet<string>,
  pages: ReadonlyMap<string, { readonly ids: ReadonlySet<string> }>,
): string | undefined {
  const url = URL.parse(link, ORIGIN + file);
  if (url === null) return "cannot be read";
  if (url.origin !== ORIGIN) return /^(https?|mailto):$/.test(url.protocol) ? undefined : "is no link that a page may have";
  const path = decodeURI(url.pathname);
  const target = path.endsWith("/") ? `${path}index.html` : [path, `${path}.html`].find((candidate) => present.has(candidate));
  if (target === undefined || !present.has(target)) return "leads nowhere";
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor === "" || !target.endsWith(".html")) return undefined;
  return pages.get(target)?.ids.has(anchor) === true ? undefined : "leads to an anchor that is not there";
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address;
}
