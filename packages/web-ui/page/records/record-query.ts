import type { Manifest } from "@cadastre/client";
import { computed, type Ref } from "vue";
import { keys } from "../api/keys.ts";
import { usePageQuery } from "../parts/filters/page-query.ts";
import { callEach, call, callPage, mayCall, type PluginRecord } from "../queries/manifest.ts";
import { OWN_PREFIX } from "../queries/own-values.ts";
import { usePages } from "../queries/pages.ts";
import { type DescribedField, valueOfTyped } from "../texts/described.ts";
import type { Resource } from "./resource.ts";

const LISTS: ReadonlySet<string> = new Set(["tags", "texts", "references"]);

/** Whether the server sends the list by page, in an order that is asked for. */
export const sortableOf = ({ list }: Resource): readonly string[] | undefined =>
  list.output.kind === "list" ? list.output.sortable : undefined;

/** The records of a resource that pass the filters in the address of the page. */
export function useRecordList(manifest: Ref<Manifest | undefined>, resource: Ref<Resource | null | undefined>) {
  const { one, put, beginning } = usePageQuery();
  const valueOf = (field: DescribedField): unknown => {
    if (LISTS.has(field.kind)) return one(field.name).split(",");
    return resource.value?.kind === undefined ? valueOfTyped(field, one(field.name)) : one(field.name);
  };
  const given = computed((): Readonly<Record<string, unknown>> => {
    const set = (resource.value?.filters ?? []).filter(({ name }) => one(name) !== "");
    const own = resource.value?.kind === undefined ? {} : beginning(OWN_PREFIX);
    return {
      ...Object.fromEntries(set.map((field) => [field.name, valueOf(field)])),
      ...(Object.keys(own).length > 0 && { field: own }),
    };
  });
  const usual = computed(() => resource.value?.kind?.title ?? "");
  const sort = computed({ get: () => one("sort") || usual.value, set: (by) => void put({ sort: by === usual.value ? "" : by }) });
  const order = computed(() => (one("sort") === "" ? {} : { sort: one("sort") }));

  const list = usePages<PluginRecord>(
    computed(() => [...keys.records(resource.value?.type ?? ""), given.value, order.value]),
    async ({ limit, after }, signal) => {
      if (!resource.value || manifest.value === undefined) return { items: [], next: undefined, count: 0 };
      if (sortableOf(resource.value) !== undefined) {
        const asked = { ...given.value, ...order.value, limit, after, count: after === undefined };
        return await callPage(manifest.value, resource.value.list, asked, signal);
      }
      const items = (await call(manifest.value, resource.value.list, given.value, { signal })) as PluginRecord[];
      return { items, next: undefined, count: items.length };
    },
    () => !!resource.value && mayCall(resource.value.list),
  );

  /** All records of the list, also those that are not shown. */
  async function all(): Promise<readonly PluginRecord[]> {
    const records: PluginRecord[] = [];
    if (!resource.value || manifest.value === undefined) return records;
    for await (const record of callEach(manifest.value, resource.value.list, { ...given.value, ...order.value }))
      records.push(record as PluginRecord);
    return records;
  }
  return { list, given, sort, all };
}
