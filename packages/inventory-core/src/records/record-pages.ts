import { byInteger, byText, type OrderColumn, orNull, type PagedList } from "../contract/operations/paging.ts";
import type { NamedField, RecordKind } from "../contract/record-kind.ts";
import { typeOf } from "./field-types.ts";
import { shownName } from "./fields/record-secrets.ts";
import { NEWEST_FIRST, orderColumns } from "./record-names.ts";
import { shapeOf } from "./record-shape.ts";
import { isDocument, isList, isNullable } from "./record-table.ts";

const id = byText("t.id");

function columnOf(field: NamedField): OrderColumn {
  const type = typeOf(field.facts).column(field.facts);
  const sql = `t.${field.name}`;
  const column = type === "text" ? byText(sql) : type === "bigint" ? { sql, type } : byInteger(sql);
  return isNullable(field) ? orNull(column) : column;
}

/** Orders of the list of a kind: by its title or its own order, and by each field with an index of its own. Numbers are stored as texts. */
export function pagesOf(kind: RecordKind): PagedList {
  const defaultOrder = kind.order[0] as string;
  const names = orderColumns(kind);
  const columns = names.map((name) => {
    const field = kind.fields.find((one) => one.name === name);
    return field === undefined ? byText(`t.${name}`) : columnOf(field);
  });
  const own = { [names[0] as string]: [...columns, id] };
  if (isDocument(kind) || defaultOrder === NEWEST_FIRST) return { name: kind.group, defaultOrder, sortable: own };
  const indexed = new Set(shapeOf(kind).indexes.map(([name]) => name));
  const fields = kind.fields.filter((field) => indexed.has(field.name) && !isList(field) && field.facts.kind !== "number");
  return {
    name: kind.group,
    defaultOrder,
    fields: ["id", ...kind.fields.map(shownName), "created_at", "updated_at"],
    sortable: { ...Object.fromEntries(fields.map((field) => [field.name, [columnOf(field), id]])), ...own },
  };
}
