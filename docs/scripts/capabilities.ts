import { existsSync } from "node:fs";
import type { Host } from "@cadastre/inventory-core";
import { objectOf } from "@cadastre/inventory-core/protocol";
import { CAPABILITY_TIES, type Tie } from "./capability-ties.ts";
import { readPage, ROOT } from "./markdown-pages.ts";

/** Names of everything that a server offers. */
export interface Offer {
  readonly operations: readonly string[];
  readonly parameters: readonly string[];
  readonly methods: readonly string[];
  readonly settings: readonly string[];
}

/** A claim of a page. `denies` is undefined where the form of the claim does not show it. */
export interface Claim {
  readonly text: string;
  readonly denies?: boolean;
}

export function offerOf({ operations, rawHandlers }: Pick<Host, "operations" | "rawHandlers">, settings: readonly string[]): Offer {
  const routes = rawHandlers.flatMap((handler) => handler.routes ?? []);
  return {
    operations: [...operations, ...routes].map(({ id }) => id),
    parameters: [...operations, ...routes].flatMap(({ query }) => Object.keys(objectOf(query)?.shape ?? {})),
    methods: [...operations.map(({ http }) => http.method), ...routes.map(({ method }) => method)],
    settings,
  };
}

/** The bold beginning of a list item, or an item that has none. */
const LIST_ITEM = /^- (?:\*\*(.+?)\*\*|(.+))/gm;

/**
 * Returns the bold beginnings of list items (the whole item where nothing is bold), all other sentences that begin with "There is no" or
 * "There are no", and the rows of tables with the cell about Cadastre, which is the second.
 */
export function claimsOf(markdown: string): readonly Claim[] {
  const items = [...markdown.matchAll(LIST_ITEM)].map(([, bold, item = ""]) => {
    const text = (bold ?? item).replace(/:$/, "");
    return { text, ...(/^(?:No|There (?:is|are) no)\b/.test(text) ? { denies: true } : {}) };
  });
  const prose = markdown.replaceAll(LIST_ITEM, "");
  const sentences = [...prose.matchAll(/\bThere (?:is|are) no\b.+?\.(?=\s|$)/gm)].map(([text]) => ({ text, denies: true }));
  const rows = [...markdown.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)]
    .filter(([, first = "", second = ""]) => first.trim() !== "" && !second.startsWith("---"))
    .map(([, text = "", cell = ""]) => ({ text, denies: /^no\b/i.test(cell) }));
  return [...items, ...sentences, ...rows];
}

/** `networks.freePrefixes` as `networks free prefixes`, `MCP_ENABLED` as `mcp enabled`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase();

function tieFaults({ text, denies }: Claim, { exists = [], absent = [] }: Tie, offer: Offer): string[] {
  const names = [...offer.operations, ...offer.parameters, ...offer.settings];
  const faults: string[] = [];
  if (exists.length + absent.length === 0) faults.push("has no tie");
  if (denies === true && absent.length === 0) faults.push("is denied without words that must be absent");
  if (denies === false && exists.length === 0) faults.push("is claimed without something that exists");
  for (const name of exists) {
    const isThere = name.includes("/") ? existsSync(ROOT + name) : offer.operations.includes(name) || offer.settings.includes(name);
    if (!isThere) faults.push(`is tied to ${name}, which does not exist`);
  }
  for (const word of absent) {
    const found = offer.methods.includes(word) ? word : names.find((name) => ` ${wordsOf(name)}`.includes(` ${word.toLowerCase()}`));
    if (found !== undefined) faults.push(`denies ${word}, but ${found} exists`);
  }
  return faults.map((fault) => `"${text}" ${fault}`);
}

/** Returns what is wrong with the claims of a page: claims without a tie, ties without a claim, and false ties. */
export function claimFaults(claims: readonly Claim[], ties: Readonly<Record<string, Tie>>, offer: Offer): string[] {
  const orphans = Object.keys(ties).filter((text) => !claims.some((claim) => claim.text === text));
  return [
    ...claims.flatMap((claim) => tieFaults(claim, ties[claim.text] ?? {}, offer)),
    ...orphans.map((text) => `"${text}" has a tie but is not on the page`),
  ];
}

/** Returns the faults of all pages that claim capabilities. */
export function capabilityFaults(offer: Offer): string[] {
  return Object.entries(CAPABILITY_TIES).flatMap(([page, ties]) =>
    claimFaults(claimsOf(readPage(page)), ties, offer).map((fault) => `${page}: ${fault} (docs/scripts/capability-ties.ts)`),
  );
}
