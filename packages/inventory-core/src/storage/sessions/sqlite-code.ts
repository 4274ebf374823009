/** SQLite's extended result codes that the storage tells apart: https://www.sqlite.org/rescode.html */
const EXTENDED: Readonly<Record<number, string>> = {
  275: "SQLITE_CONSTRAINT_CHECK",
  787: "SQLITE_CONSTRAINT_FOREIGNKEY",
  1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
  1811: "SQLITE_CONSTRAINT_TRIGGER",
  2067: "SQLITE_CONSTRAINT_UNIQUE",
};

const PRIMARY: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

/** The name of a result code of SQLite, for drivers whose errors have its number alone: 5 is `SQLITE_BUSY`, and so is 517. */
export function sqliteCode(resultCode: number): string {
  return EXTENDED[resultCode] ?? PRIMARY[resultCode & 255] ?? "SQLITE_ERROR";
}
