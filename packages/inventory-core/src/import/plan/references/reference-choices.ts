import type { Queries } from "../../../contract/storage/storage.ts";
import { type NameRow, rowsById } from "../../../names/name-rows.ts";
import { type Registered, sourcePosition } from "../../import-register.ts";
import type { NamedType } from "../../../names/record-name.ts";

/** Records that a reference could mean. */
export interface Several {
  /** Type of the records. */
  readonly to: string;
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
const WAYS: Readonly<Partial<Record<NamedType, string>>> = {
  network: "its space, its datacenter or its id",
  pool: "its network or its id",
  device: "its datacenter or its id",
};

/** Whether the names of the records of a type say where they are; those of declared kinds are told apart by their ids. */
const isNamed = (type: string): type is NamedType => Object.hasOwn(WAYS, type);

/**
 * What is said of references that could mean several records, naming these. A statement a type.
 * @param sees whether spaces may be named
 */
export async function tellSeveral(queries: Queries, all: readonly Several[], sees: boolean): Promise<(several: Several) => string> {
  const known = new Map<string, NameRow>();
  for (const [to, several] of Map.groupBy(all, (one) => one.to)) {
    const ids = [...new Set(several.flatMap((one) => one.ids.slice(0, MAX_CHOICES)))];
    if (ids.length > 0 && isNamed(to)) for (const row of await rowsById(queries, to, ids)) known.set(row.id, row);
  }
  return ({ to, said, count, ids, rows }) => {
    const choices = [
      ...ids.map((id) => `${nameAndLocation(known.get(id), sees)}${id}`),
      ...rows.map(({ at }) => `that of ${sourcePosition(at)}`),
    ].slice(0, MAX_CHOICES);
    const more = count > choices.length ? ` and ${count - choices.length} more` : "";
    return `could be ${count} ${to}s ${said} (${choices.join("; ")}${more}): say which by ${isNamed(to) ? WAYS[to] : "its id"}`;
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
