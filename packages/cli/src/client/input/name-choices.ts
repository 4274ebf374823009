import type { Row } from "../output/table.ts";

/** What to type to mean a record, and what it is. */
export interface Choice {
  readonly type: string;
  readonly about: string;
}

/** Texts that mean a record, the one that says most to people first; undefined where it has none of the kind. */
type Spelling = (row: Row) => string | undefined;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Name of the datacenter, empty for none; undefined when it is not told. */
const datacenterOf = ({ datacenter, datacenter_id: id }: Row): string | undefined => (id === null ? "" : text(datacenter));

const inPlace = (row: Row, what: string | undefined): string | undefined => {
  const place = datacenterOf(row);
  return place === undefined || what === undefined ? undefined : `${place}/${what}`;
};

/** A network after the name of its space, where it is in one that has a name. */
const inSpace = ({ space }: Row, what: string | undefined): string | undefined =>
  text(space) === undefined || what === undefined ? undefined : `${text(space)}/${what}`;

const poolOf = (row: Row): string => `${text(row["network"]) ?? ""}/${text(row["name"]) ?? ""}`;

const SPELLINGS: Readonly<Record<string, readonly Spelling[]>> = {
  network: [
    (row) => inPlace(row, text(row["name"])),
    (row) => inSpace(row, text(row["name"])),
    (row) => text(row["detail"]),
    (row) => inPlace(row, text(row["detail"])),
    (row) => inSpace(row, text(row["detail"])),
  ],
  device: [(row) => inPlace(row, text(row["name"])), (row) => text(row["detail"])],
  field: [(row) => `${text(row["detail"]) ?? ""}/${text(row["name"]) ?? ""}`],
  pool: [poolOf, (row) => inPlace(row, poolOf(row)), (row) => inSpace(row, poolOf(row))],
};

const ID: Spelling = (row) => String(row["id"]);

/** Of records that are called alike, what to type for each: the first spelling that no other of them has. */
export function choicesOf(rows: readonly Row[]): readonly Choice[] {
  const [{ type = "" } = {}] = rows;
  const spellings = [...(SPELLINGS[String(type)] ?? []), ID];
  return rows.map((row) => {
    const spelling =
      spellings.find((spell) => {
        const own = spell(row);
        return own !== undefined && rows.every((other) => other === row || spell(other)?.toLowerCase() !== own.toLowerCase());
      }) ?? ID;
    return { type: quoted(spelling(row) ?? ""), about: aboutOf(row) };
  });
}

function aboutOf(row: Row): string {
  const place = datacenterOf(row);
  const where =
    place === undefined || row["type"] === undefined || row["type"] === "datacenter" || row["type"] === "space"
      ? undefined
      : place === ""
        ? "in no datacenter"
        : `in ${place}`;
  const space = text(row["space"]) === undefined ? undefined : `space ${text(row["space"])}`;
  return [text(row["detail"]) ?? text(row["email"]) ?? text(row["prefix"]) ?? text(row["url"]), where, space]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** A word of a shell. */
export const quoted = (word: string): string => (/^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
