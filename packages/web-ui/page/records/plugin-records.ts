import type { Client, Manifest, ManifestOperation } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { keys } from "../api/keys.ts";
import { ask, serviceWith } from "../api/service.ts";
import { can } from "../session/session.ts";
import { type Resource, resourceOf } from "./resource.ts";

/** A record of a plugin. */
export type PluginRecord = Readonly<Record<string, unknown>>;

/** What the server can be called for. It stays while the page is open: another version of the server comes with another page. */
export function useManifest() {
  return useQuery({ queryKey: keys.manifest, queryFn: async () => await ask((service) => service.manifest.get()), staleTime: Infinity });
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
  options: { readonly ifMatch?: string } = {},
): Promise<unknown> {
  return await ask((client) => client.call(id, fields, options) as PromiseLike<unknown>, clientOf(manifest));
}

/** Whether the user may call an operation, where there is one. */
export const mayCall = (operation: ManifestOperation | undefined): boolean =>
  operation !== undefined && [operation.access, ...operation.alsoNeeds].every((name) => name === "authenticated" || can(name));

/** The manifest, and the resource of a group in it; `null` when it has none, undefined until that is known. */
export function useResource(group: Ref<string>) {
  const query = useManifest();
  const manifest = computed(() => query.data.value);
  const resource = computed<Resource | null | undefined>(() =>
    manifest.value === undefined ? undefined : (resourceOf(manifest.value, group.value) ?? null),
  );
  return { query, manifest, resource };
}
