import Database from "better-sqlite3";

const HEADERS = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
export type Call = (route: string, body?: unknown) => Promise<any>;

/** Calls the API as the first administrator `root`. It throws for an answer that is an error. */
export async function api(url: string): Promise<Call> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ username: "root", password: "correct horse battery" }),
  });
  if (!login.ok) throw new Error(`sign-in: ${login.status} ${await login.text()}`);
  const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
  return async (route, body) => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(url + path, {
      method,
      headers: { ...HEADERS, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
}

/** Every table of a database whose rows are no copy of others, as those of a text index are. */
export function tablesOf(file: string): string[] {
  const database = new Database(file, { readonly: true });
  const names = database
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' " +
        "and name <> 'cadastre_migration' order by name",
    )
    .pluck()
    .all() as string[];
  database.close();
  return names;
}

/** Puts a row into every table that has none: of the core, and of every plugin. @param events so many events more */
export function fillEveryTable(file: string, events = 0): void {
  const database = new Database(file);
  database.pragma("foreign_keys = OFF");
  const kept = new Map<string, Record<string, unknown>>();
  const rowOf = (table: string): Record<string, unknown> => {
    const known = kept.get(table) ?? (database.prepare(`select * from "${table}" limit 1`).get() as Record<string, unknown> | undefined);
    if (known !== undefined) return known;
    const columns = database.prepare("select name, type, pk from pragma_table_info(?)").all(table) as { name: string; type: string }[];
    const references = database.prepare(`pragma foreign_key_list("${table}")`).all() as { from: string; table: string; to: string }[];
    const row: Record<string, unknown> = {};
    for (const { name, type } of columns) {
      const reference = references.find(({ from }) => from === name);
      row[name] =
        reference !== undefined && reference.table !== table
          ? rowOf(reference.table)[reference.to]
          : /int/i.test(type)
            ? 7
            : `${table}.${name} ü🙂`;
    }
    // Rules that the database holds.
    if (table === "pool") row["end_key"] = row["start_key"];
    if (table === "field") row["choices"] = "[]";
    if (table === "network") Object.assign(row, { status: "active", tags: "[]", parent_id: null });
    if (table === "plan") row["status"] = "open";
    if (table === "lease_source") Object.assign(row, { password: null, network_ids: "[]", datacenter_id: null, site_due_at: null });
    if (table === "address_absence") {
      const { space, ip_key, device_id } = rowOf("address");
      Object.assign(row, { space, ip_key, device_id });
    }
    if (table === "relationship") row["child_id"] = otherDevice(rowOf("device"));
    insert(table, row);
    kept.set(table, row);
    return row;
  };
  const insert = (table: string, row: Readonly<Record<string, unknown>>): void => {
    database
      .prepare(
        `insert into "${table}" (${Object.keys(row)
          .map((name) => `"${name}"`)
          .join(", ")}) values (${Object.keys(row)
          .map(() => "?")
          .join(", ")})`,
      )
      .run(...Object.values(row));
  };
  const otherDevice = (device: Readonly<Record<string, unknown>>): string => {
    insert("device", { ...device, seq: Number(device["seq"]) + 1_000_000, id: "another device" });
    return "another device";
  };
  for (const table of tablesOf(file)) rowOf(table);
  if (events > 0) {
    database.exec("delete from event");
    database
      .prepare(
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) insert into event (id, event, record_id, " +
          "occurred_at, data) select 'e' || i, 'device.created', 'r', '2026-01-01T00:00:00.000Z', '{}' from n",
      )
      .run(events);
  }
  database.close();
}
