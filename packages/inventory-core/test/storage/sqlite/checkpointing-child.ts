import Database from "better-sqlite3";
import { Checkpoints } from "../../../src/storage/sqlite/commits/checkpoints.ts";

// Writes until there is a thread, closes, and has nothing else to do: `node checkpointing-child.ts <file>`.

const [file = ""] = process.argv.slice(2);
const database = new Database(file);
database.pragma("journal_mode = WAL");
const checkpoints = new Checkpoints(database, file);
database.exec("create table filler (text text)");
database.prepare("insert into filler values (?)").run("x".repeat(6_000_000));
checkpoints.committed();
await checkpoints.close();
database.close();
console.info("closed");
