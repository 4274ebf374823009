import { describe, expect, it } from "vitest";
import {
  currentMigrations,
  migrationsIn,
  migrationsWithoutNote,
  pendingNotes,
  RELEASED_MIGRATIONS,
  recordMigrations,
  releasedMigrations,
} from "../release/migration-notes.ts";

const NEW = ["core/0001-a", "core/0002-b"];

describe("a version with new migrations", () => {
  it("tells operators something: the changesets that wait do", async () => {
    expect(migrationsWithoutNote(await currentMigrations(), await releasedMigrations(), await pendingNotes())).toBeUndefined();
  });

  it("is refused when no changeset has a note, and names the migrations", () => {
    expect(migrationsWithoutNote(NEW, ["core/0001-a"], [])).toContain("new migrations (core/0002-b)");
    expect(migrationsWithoutNote(NEW, ["core/0001-a"], ["Operators: a longer start."])).toBeUndefined();
    expect(migrationsWithoutNote(NEW, NEW, [])).toBeUndefined();
  });

  it("keeps their names for the next one", async () => {
    const written: [string, string][] = [];
    const write = async (file: string, text: string): Promise<void> => void written.push([file, text]);
    await recordMigrations(["Operators: a longer start."], write);
    expect(written).toEqual([[RELEASED_MIGRATIONS, `${JSON.stringify(await currentMigrations(), null, 2)}\n`]]);
  });
});

describe("the names of migrations", () => {
  it("are found in every package that has some", async () => {
    const plugins = new Set((await currentMigrations()).map((name) => name.split("/")[0]));
    expect([...plugins]).toEqual(expect.arrayContaining(["auth", "core", "webhooks"]));
  });

  it("are those of declarations, on whatever line", () => {
    expect(migrationsIn('{ name: "core/0001-a", statements: [] }, {\n  name: "auth/0002-b_c",\n} // "core/0009-x"')).toEqual([
      "core/0001-a",
      "auth/0002-b_c",
    ]);
  });
});
