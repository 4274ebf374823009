import type { Client, DryRunResult, Manifest, ManifestOperation, Page, PagedRecordList } from "@cadastre/client";
import { keys } from "../api/keys.ts";
import { queryClient } from "../api/query-client.ts";
import { ask, serviceWith } from "../api/service.ts";
import { can } from "../api/session.ts";

/** A record of a plugin. */
export type PluginRecord = Readonly<Record<string, unknown>>;

// A manifest stays while the page is open: another version of the server comes with another page.
const read = async (part: "all" | "declared"): Promise<Manifest> =>
  await queryClient.query({
    queryKey: [...keys.manifest, part],
    queryFn: async () => await ask((service) => service.manifest.get(part === "declared" ? { declared: "true" } : {})),
    staleTime: "static",
  });

/** The operations of the server, read once. It is long: most pages need only the operations of declared kinds. */
export const loadManifest = async (): Promise<Manifest> => await read("all");

/** The operations of declared kinds, read once. */
export const loadDeclared = async (): Promise<Manifest> => await read("declared");

/** A manifest with the operations of a group. */
export async function loadManifestOf(group: string): Promise<Manifest> {
  const declared = await loadDeclared();
  return declared.kinds?.some((kind) => kind.group === group) === true ? declared : await loadManifest();
}

const clients = new WeakMap<Manifest, Client>();

function clientOf(manifest: Manifest): Client {
  const client = clients.get(manifest) ?? serviceWith(manifest);
  clients.set(manifest, client);
  return client;
}

/** Calls an operation that may be one of a plugin. */
export async function call(
  manifest: Manifest,
  { id }: ManifestOperation,
  fields: Readonly<Record<string, unknown>>,
  options: { readonly ifMatch?: string; readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  return await ask((client) => client.call(id, fields, options) as PromiseLike<unknown>, clientOf(manifest));
}

/** Returns what a call would change. */
export const dryRun = async (
  manifest: Manifest,
  { id }: ManifestOperation,
  fields: Readonly<Record<string, unknown>>,
): Promise<DryRunResult> => await ask((client) => client.dryRun(id as "devices.bulkUpdate", fields), clientOf(manifest));

/** Reads a page of a list that is sent by page. */
export const callPage = async (
  manifest: Manifest,
  { id }: ManifestOperation,
  fields: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Page<PluginRecord>> =>
  await ask((client) => (client.call(id, fields, { signal }) as PagedRecordList<PluginRecord>).page(), clientOf(manifest));

/** The records of a list as they arrive. */
export const callEach = (
  manifest: Manifest,
  { id }: ManifestOperation,
  fields: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): AsyncIterable<unknown> => clientOf(manifest).call(id, fields, { signal }) as AsyncIterable<unknown>;

/** Whether the user may call an operation, where there is one. */
export const mayCall = (operation: ManifestOperation | undefined): boolean =>
  operation !== undefined && [operation.access, ...operation.alsoNeeds].every((name) => name === "authenticated" || can(name));
