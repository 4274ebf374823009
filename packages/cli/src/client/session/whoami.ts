import { COMMANDS } from "../commands/command-table.ts";
import { operationOf } from "../commands/operations.ts";
import { type CommonOptions, inSession, lookOf } from "../commands/run-operation.ts";
import { writeRecord } from "../output/formats.ts";
import type { Row } from "../output/table.ts";
import type { Terminal } from "../terminal.ts";

/** Tells who the server takes the caller for, and what they may do. @throws CommandFailure */
export async function runWhoami(options: CommonOptions, terminal: Terminal): Promise<void> {
  await inSession(options, terminal, async (session) => {
    const { client, connection, out } = session;
    const look = lookOf(operationOf("auth.me"), COMMANDS["auth.me"] ?? {}, session);
    if (connection.target.kind === "database") {
      session.note("without a server you are the local operator, with all permissions");
      return;
    }
    session.note(`${connection.target.url} (${connection.target.urlFrom})`);
    const me = (await client.auth.me()) as unknown as Row;
    await writeRecord(out, look.format === "table" ? inShort(me) : me, look);
  });
}

/** Roles by name, and permissions by what they are about, a line each. */
function inShort(me: Row): Row {
  const list = (name: string): readonly Row[] => (Array.isArray(me[name]) ? (me[name] as readonly Row[]) : []);
  const permissions = Map.groupBy(
    list("permissions").map(({ name }) => String(name).split(":")),
    ([about = ""]) => about,
  );
  return {
    ...me,
    roles: list("roles").map((role) => role["name"]),
    permissions: [...permissions].map(([about, names]) => ({ [about]: names.map(([, action]) => action) })),
  };
}
