import type { Service } from "./describe-server.ts";
import type { OperationSchemas, Schemas } from "./operation-schemas.ts";

/** The table that calls are made by: a line of words for each operation, so that it is small. */
export function routesOf({ operations }: Schemas, { failures, errors }: Service): string {
  const groups = Map.groupBy(operations, ({ operation: { id } }) => id.slice(0, id.lastIndexOf(".")));
  const lines = [...groups].flatMap(([group, members]) => [
    `  ${group}: {`,
    ...members.map((member) => `    ${member.operation.id.slice(group.length + 1)}: ${JSON.stringify(wordsOf(member))},`),
    "  },",
  ]);
  // The kind of nearly every error follows from the status that it comes with.
  const kinds = new Map<string, string>();
  for (const { status, code } of [...failures.values()].flat()) {
    const kind = errors[code]?.kind;
    if (kind === "exhausted" && status === 409) kinds.set(code, kind);
  }
  return [
    "/** Of each operation: method, path, where its fields go besides the path (query, body, none), what it answers, and `keyed` " +
      "when it takes an Idempotency-Key, `kept` when the service keeps the answer to it, `array` or `lines` when its body is many " +
      "values. */",
    "export const ROUTES = {",
    ...lines,
    "} as const;",
    "",
    "/** Kinds of codes that the status does not tell. */",
    `export const KIND_OF_CODE: Readonly<Record<string, "exhausted">> = ` +
      `${JSON.stringify(Object.fromEntries([...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))))};`,
    "",
  ].join("\n");
}

function wordsOf({ operation: { http, items, output, idempotent }, given }: OperationSchemas): string {
  const where = given.find(({ in: place }) => place !== "path")?.in ?? "none";
  return [
    http.method,
    http.path,
    where,
    output.kind,
    ...(idempotent === undefined ? [] : ["keyed", ...(idempotent === "kept" ? ["kept"] : [])]),
    ...(items === undefined ? [] : [items.form.kind]),
  ].join(" ");
}
