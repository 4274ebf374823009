import type { Manifest, RecordName, SearchResult } from "@cadastre/client";
import { ask } from "../api/service.ts";
import { learnNames } from "../texts/known.ts";
import { nameOf, takesId } from "../texts/manifest-words.ts";
import { call, loadDeclared, loadManifest, mayCall, type PluginRecord } from "./manifest.ts";

/** A record that a field can refer to. */
export interface FoundRecord {
  readonly value: string;
  readonly text: string;
  readonly detail?: string;
}

const MAX_FOUND = 50;
const SEARCHED: ReadonlySet<string> = new Set(["datacenter", "device", "network", "space"] satisfies SearchResult["type"][]);
const NAMED: ReadonlySet<string> = new Set(["pool", "field"] satisfies RecordName["type"][]);

/** Finds records of a type by a part of their names. */
export const findRecords =
  (type = "") =>
  async (text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> => {
    const found = await read(type, text, signal);
    learnNames(found.map(({ value, text: name }) => ({ id: value, name })));
    return found;
  };

async function read(type: string, text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  if (SEARCHED.has(type)) {
    const { results } = await ask((service) => service.search.all({ q: text, limit: MAX_FOUND }, { signal }));
    return results.flatMap((one) => (one.type === type ? [{ value: one.id, text: one.name, detail: detailOf(one) }] : []));
  }
  if (NAMED.has(type)) return await readNames(type, text, signal);
  if ((await loadDeclared()).kinds?.some((kind) => kind.name === type) === true) return await readNames(type, text, signal);
  const manifest = await loadManifest();
  const list = listOf(manifest, type);
  if (!mayCall(list)) return [];
  const byName = list?.fields.some(({ name, in: part }) => name === "name" && part === "query");
  const records = list === undefined ? [] : ((await call(manifest, list, byName ? { name: text } : {})) as readonly PluginRecord[]);
  const wanted = text.toLowerCase();
  return records
    .map((record) => ({ value: String(record["id"]), text: nameOf(record) }))
    .filter((one) => one.text.toLowerCase().includes(wanted))
    .slice(0, MAX_FOUND);
}

async function readNames(type: string, text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const found = await ask((service) => service.names.find({ text, type: [type] }, { signal }));
  return found.map(({ id, name, detail }) => ({ value: id, text: name, detail }));
}

function detailOf(result: SearchResult): string {
  if (result.type === "network") return result.subnet;
  if (result.type === "device") return result.hostname;
  if (result.type === "space") return result.rd;
  return result.type === "datacenter" ? result.location : "";
}

/** The list of the group whose records are of a type. */
function listOf({ operations }: Manifest, type: string) {
  const group = operations.find((one) => one.name === "get" && takesId(one, type))?.group;
  return operations.find(({ id }) => group !== undefined && id === `${group}.list`);
}
