import type { Queries } from "../../../contract/storage/storage.ts";
import { type NameRow, rowsById } from "../../../names/name-rows.ts";
import { type Registered, sourcePosition } from "../../import-register.ts";
import type { ReferenceField } from "../../import-row.ts";

/** Records that a reference could mean. */
export interface Several {
  readonly to: ReferenceField["to"];
  /** Name or subnet as the row has it. */
  readonly said: string;
  readonly count: number;
  /** Some of those that the inventory has. */
  readonly ids: readonly string[];
  /** Those that the import makes. */
  readonly rows: readonly Registered[];
}

/** Most records that a sentence names. */
const MAX_CHOICES = 5;

/** How rows say which record they mean. */
const WAYS: Readonly<Record<ReferenceField["to"], string>> = {
  space: "its id",
  datacenter: "its id",
  network: "its space, its datacenter or its id",
  pool: "its network or its id",
  device: "its datacenter or its id",
};

/**
 * What is said of references that could mean several records, naming these. A statement a type.
 * @param sees whether spaces may be named
 */
export async function tellSeveral(queries: Queries, all: readonly Several[], sees: boolean): Promise<(several: Several) => string> {
  const known = new Map<string, NameRow>();
  for (const [to, several] of Map.groupBy(all, (one) => one.to)) {
    const ids = [...new Set(several.flatMap((one) => one.ids.slice(0, MAX_CHOICES)))];
    if (ids.length > 0) for (const row of await rowsById(queries, to, ids)) known.set(row.id, row);
  }
  return ({ to, said, count, ids, rows }) => {
    const choices = [
      ...ids.map((id) => `${nameAndLocation(known.get(id), sees)}${id}`),
      ...rows.map(({ at }) => `that of ${sourcePosition(at)}`),
    ].slice(0, MAX_CHOICES);
    const more = count > choices.length ? ` and ${count - choices.length} more` : "";
    return `could be ${count} ${to}s ${said} (${choices.join("; ")}${more}): say which by ${WAYS[to]}`;
  };
}

function nameAndLocation(row: NameRow | undefined, sees: boolean): string {
  if (row === undefined) return "";
  const places = [
    row.network === null ? undefined : `in ${row.network}`,
    row.datacenter === null ? undefined : `at ${row.datacenter}`,
    row.space === null || !sees ? undefined : `in the space ${row.space}`,
  ].filter((place) => place !== undefined);
  return `${[row.name, ...places].join(" ")}, `;
}
