import Database from "better-sqlite3";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cadastre, COMMAND, type Place } from "./place.ts";

/** Two data folders, and the commands of backups between them. */
export function sqlitePlace(folder: string): Place {
  const [lost, restored, backups] = ["lost", "restored", "backups"].map((name) => join(folder, name)) as [string, string, string];
  const file = join(restored, "inventory.db");
  return {
    name: "SQLite",
    lost: { DATA_DIR: lost },
    restored: { DATA_DIR: restored },
    backUp: async () => {
      const [program = "", ...words] = COMMAND;
      await promisify(execFile)(program, [...words, "backup", "create", `${backups}/`, "--verify"], { cwd: "/", env: { DATA_DIR: lost } });
    },
    restore: async () => {
      const [backup = ""] = readdirSync(backups).filter((name) => name.endsWith(".db"));
      mkdirSync(restored, { mode: 0o700 });
      // It is kept in another place than the backups.
      copyFileSync(join(lost, "encryption.key"), join(restored, "encryption.key"));
      cadastre(["backup", "restore", join(backups, backup)], { DATA_DIR: restored });
    },
    delivered: async () => {
      const database = new Database(file, { readonly: true });
      const ids = database.prepare("select id from webhook_delivery where status = 'success'").pluck().all() as string[];
      database.close();
      return new Set(ids);
    },
    close: () => {},
  };
}
