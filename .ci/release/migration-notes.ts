// Whoever upgrades over a migration has a longer start and no way back but a backup, so a version that brings one says something to
// operators. What the last version had is kept in released-migrations.json, which a release writes: no tag and no network is asked.
import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readManifest, ROOT } from "../packages/packed.ts";

/** Names of all migrations at the last release, in order; none before the first one. */
export const RELEASED_MIGRATIONS = join(ROOT, ".ci/release/released-migrations.json");

/** Names of migrations in a source: `core/0001-inventory`. */
export function migrationsIn(source: string): string[] {
  return [...source.matchAll(/\bname: "([a-z][\w-]*\/\d{4}-[\w-]+)"/g)].map(([, name = ""]) => name);
}

/** Names of the migrations that the packages have now, each once, in order. @throws when none is found, as the form has changed then */
export async function currentMigrations(): Promise<string[]> {
  const files = await Array.fromAsync(glob("packages/*/src/**/*.ts", { cwd: ROOT, exclude: (path) => basename(path) === "node_modules" }));
  const sources = await Promise.all(files.map(async (file) => await readFile(join(ROOT, file), "utf8")));
  const names = [...new Set(sources.flatMap(migrationsIn))].toSorted();
  if (!names.some((name) => name.startsWith("core/"))) throw new Error("no migrations found in packages/*/src");
  return names;
}

export async function releasedMigrations(): Promise<readonly string[]> {
  return JSON.parse(await readFile(RELEASED_MIGRATIONS, "utf8")) as string[];
}

/** The paragraphs for operators of changesets that are in no version yet. */
export async function pendingNotes(): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob(".changeset/*.md", { cwd: ROOT }));
  const texts = await Promise.all(files.map(async (file) => await readFile(join(ROOT, file), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/^Operators: .+$/gm)].map(([note]) => note));
}

/** What is wrong when there are migrations that no released version has and no note for operators; undefined otherwise. */
export function migrationsWithoutNote(
  current: readonly string[],
  released: readonly string[],
  notes: readonly string[],
): string | undefined {
  const added = current.filter((name) => !released.includes(name));
  if (added.length === 0 || notes.length > 0) return undefined;
  const asked = 'no changeset has a paragraph that begins with "Operators: ": say what they ask of who upgrades';
  return `there are new migrations (${added.join(", ")}) and ${asked}`;
}

/** Keeps what the version that is made has. @throws when it has new migrations and tells operators nothing */
export async function recordMigrations(notes: readonly string[], write: (file: string, text: string) => Promise<void>): Promise<void> {
  const current = await currentMigrations();
  const problem = migrationsWithoutNote(current, await releasedMigrations(), notes);
  const { version } = await readManifest(join(ROOT, "packages/inventory-core"));
  if (problem !== undefined) throw new Error(`${version}: ${problem}. Take back what was made of the changesets (git restore), and add it`);
  await write(RELEASED_MIGRATIONS, `${JSON.stringify(current, null, 2)}\n`);
}
