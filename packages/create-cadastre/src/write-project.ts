import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CreateFailure } from "./create-failure.ts";

/** Files that mean something to npm when it packs, and so have another name in what is published: by that name. */
const PUBLISHED_AS: Readonly<Record<string, string>> = { gitignore: ".gitignore", "manifest.json": "package.json" };

/** Where the template's own name stands for that of the project. */
const NAMED_FILES = ["package.json", "README.md"];

const MAX_NAMED = 5;

/** What may be in the folder: whoever starts a repository first still gets a project. */
const harmless = new Set([".git"]);

/**
 * Writes a project into a folder which is not there or empty. All or nothing: the files are made beside their places and
 * then moved, and what was made is taken away when something fails. Nothing is awaited, so that nothing comes between.
 * @param template folder of the template, as it is published
 * @throws CreateFailure
 */
export function writeProject(template: string, folder: string, name: string): void {
  refuseFull(folder, entriesOf(folder));
  const undo: (() => void)[] = [];
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first !== undefined) undo.push(() => removeEmpty(folder, first));
    const staging = mkdtempSync(join(folder, ".create-cadastre-"));
    undo.push(() => rmSync(staging, { recursive: true, force: true }));
    cpSync(template, staging, { recursive: true });
    for (const [published, wanted] of Object.entries(PUBLISHED_AS)) renameSync(join(staging, published), join(staging, wanted));
    rename(staging, name);
    // Somebody else may have begun here meanwhile.
    refuseFull(
      folder,
      entriesOf(folder).filter((entry) => join(folder, entry) !== staging),
    );
    for (const entry of readdirSync(staging)) {
      renameSync(join(staging, entry), join(folder, entry));
      undo.push(() => rmSync(join(folder, entry), { recursive: true, force: true }));
    }
    rmSync(staging, { recursive: true });
  } catch (error) {
    for (const step of undo.toReversed()) step();
    if (error instanceof CreateFailure) throw error;
    throw new CreateFailure(`${folder} cannot be written, and nothing was created: ${(error as Error).message}`, undefined, {
      cause: error,
    });
  }
}

/** What is in a folder, if it is there. @throws CreateFailure when it is none, or cannot be read */
function entriesOf(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) throw new CreateFailure(`${folder} is a file: choose another folder`);
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new CreateFailure(`${folder} cannot be read: ${(error as Error).message}`, undefined, { cause: error });
  }
}

function refuseFull(folder: string, entries: readonly string[]): void {
  const others = entries.filter((entry) => !harmless.has(entry)).toSorted();
  if (others.length === 0) return;
  const named = others.slice(0, MAX_NAMED).join(", ");
  const rest = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : "";
  throw new CreateFailure(`${folder} is not empty (${named}${rest}): choose another folder, or empty it first`);
}

/** Removes a folder and those above it, up to `last`, as far as there is nothing in them. */
function removeEmpty(folder: string, last: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else has put something there: it is theirs now.
    return;
  }
  if (folder !== last) removeEmpty(dirname(folder), last);
}

/** Gives the project its name wherever the template says its own. */
function rename(project: string, name: string): void {
  const { name: own } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { readonly name: string };
  for (const file of NAMED_FILES) {
    const path = join(project, file);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replaceAll(own, () => name),
    );
  }
}
