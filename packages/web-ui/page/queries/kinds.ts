import type { Manifest } from "@cadastre/client";
import { shallowRef } from "vue";
import { firstView } from "../api/first-view.ts";
import { session } from "../api/session.ts";
import { loadDeclared } from "./manifest.ts";

/** A kind of record as its plugin declares it. */
export type DeclaredKind = NonNullable<Manifest["kinds"]>[number];

/** Path of the pages of records. */
const RECORDS = "/records/";

const manifest = shallowRef<Manifest>();
let isAsked = false;

/** The operations of declared kinds, where the navigation has pages of records; undefined until they are read. */
export function recordManifest(): Manifest | undefined {
  const hasRecords = session.config.value?.nav_items.some(({ path }) => path.startsWith(RECORDS)) === true;
  if (hasRecords && !isAsked) {
    isAsked = true;
    firstView()
      .then(loadDeclared)
      .then(
        (read) => (manifest.value = read),
        () => (isAsked = false),
      );
  }
  return manifest.value;
}

/** The declared kinds of record that the server has; none until they are read. */
export const declaredKinds = (): readonly DeclaredKind[] => recordManifest()?.kinds ?? [];

/** The declared kind of a type of records. */
export const kindOf = (type: string): DeclaredKind | undefined => declaredKinds().find(({ name }) => name === type);

/** Paths of pages of their own, by the type of record, without the id. */
export const PAGES: Readonly<Record<string, string>> = {
  datacenter: "/devices?datacenter=",
  device: "/devices/",
  network: "/networks/",
  space: "/networks?space=",
};

/** Path of the page of a record; undefined for a type without pages. */
export function pathOf(type: string, id: string): string | undefined {
  const own = PAGES[type];
  if (own !== undefined) return own + id;
  const group = kindOf(type)?.group;
  return group === undefined ? undefined : `${RECORDS}${group}/${encodeURIComponent(id)}`;
}
