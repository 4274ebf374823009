import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEMPLATES } from "../src/templates.ts";
import { Workbench } from "./support/workbench.ts";

const SOURCES = fileURLToPath(new URL("../templates/", import.meta.url));

/** Files of a template as it is worked on. */
async function sourceFiles(template: string): Promise<string[]> {
  const ignored = /(^|\/)(node_modules|dist|data)(\/|$)|\.db/;
  // With names alone, links to what is installed would be followed.
  const found = await readdir(join(SOURCES, template), { recursive: true, withFileTypes: true });
  return found
    .map(({ parentPath, name }) => relative(join(SOURCES, template), join(parentPath, name)))
    .filter((path) => !ignored.test(path))
    .toSorted();
}

describe("create-cadastre", () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.make();
  });
  afterEach(async () => await bench.remove());

  it("has a folder for each template, and no other", async () => {
    expect((await readdir(SOURCES)).toSorted()).toEqual(TEMPLATES.map(({ name }) => name).toSorted());
  });

  it.each(TEMPLATES)("creates $name with every file, and versions that npm understands", async ({ name, start }) => {
    const { code, out, err } = await bench.create(["rack-room", "--template", name]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`rack-room is ready (template ${name})`);
    expect(out).toContain(`  cd rack-room && npm install\n  ${start}\n`);
    const created = await readdir(join(bench.folder, "rack-room"), { recursive: true });
    expect(created.toSorted()).toEqual(await sourceFiles(name));
    const manifest = await readFile(join(bench.folder, "rack-room/package.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ name: "rack-room", private: true });
    expect(manifest).not.toMatch(/workspace:|catalog:/);
    expect(await readFile(join(bench.folder, "rack-room/README.md"), "utf8")).toMatch(/^# rack-room\n/);
  });

  it("creates in the working directory, where a repository may have been begun", async () => {
    await mkdir(join(bench.folder, ".git"));
    const { code, out } = await bench.create([".", "--template", "server", "--name", "@acme/register"]);
    expect(code).toBe(0);
    expect(out).toContain("\n  npm install\n  npm start\n");
    expect(await bench.entries()).toEqual([".git", ".gitignore", "README.md", "cadastre.config.ts", "package.json"]);
    expect(JSON.parse(await readFile(join(bench.folder, "package.json"), "utf8"))).toMatchObject({ name: "@acme/register" });
  });

  it("makes a name of the folder's", async () => {
    expect(await bench.create(["deep/er/Rack Room 7!", "--template", "server"])).toMatchObject({
      code: 0,
      out: expect.stringContaining('cd "deep/er/Rack Room 7!" && npm install'),
    });
    expect(JSON.parse(await readFile(join(bench.folder, "deep/er/Rack Room 7!/package.json"), "utf8"))).toMatchObject({
      name: "rack-room-7",
    });
  });

  it("refuses a folder with something in it, names that, and leaves it alone", async () => {
    await mkdir(join(bench.folder, "full"));
    for (const file of ["a", "b", "c", "d", "e", "f", ".npmrc"]) await writeFile(join(bench.folder, "full", file), file);
    const { code, out, err } = await bench.create(["full", "--template", "embed"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("is not empty (.npmrc, a, b, c, d and 2 more): choose another folder, or empty it first");
    expect(await bench.entries("full")).toEqual([".npmrc", "a", "b", "c", "d", "e", "f"]);
  });

  it("refuses a file in the place of the folder", async () => {
    await writeFile(join(bench.folder, "taken"), "");
    expect(await bench.create(["taken", "--template", "embed"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("taken is a file: choose another folder"),
    });
  });

  it.each(["manifest.json", "README.md", "gitignore"])("leaves nothing when it fails half-way, for want of %s", async (file) => {
    const broken = join(bench.templates, "../broken");
    await cp(bench.templates, broken, { recursive: true });
    await rm(join(broken, "server", file));
    const fresh = await bench.create(["new/register", "--template", "server"], { templates: broken });
    expect(fresh).toMatchObject({ code: 1, out: "", err: expect.stringContaining("cannot be written, and nothing was created: ENOENT") });
    expect(await bench.entries()).toEqual([]);
    await mkdir(join(bench.folder, "there"));
    expect(await bench.create(["there", "--template", "server"], { templates: broken })).toMatchObject({ code: 1 });
    expect(await bench.entries("there")).toEqual([]);
  });

  it("never mixes two that begin in one folder at once", async () => {
    const both = await Promise.all([bench.create(["one", "--template", "server"]), bench.create(["one", "--template", "embed"])]);
    const [winner] = both.flatMap(({ code }, index) => (code === 0 ? [["server", "embed"][index] as string] : []));
    expect(both.filter(({ code }) => code === 0).length).toBeLessThan(2);
    const left: string[] = await readdir(join(bench.folder, "one"), { recursive: true }).catch(() => []);
    expect(left.toSorted()).toEqual(winner === undefined ? [] : await sourceFiles(winner));
  });

  it.each([
    [
      [],
      "pass a folder and --template server, embed, plugin, scanner, storage or authenticator, for example: " +
        "npm create cadastre@latest my-register -- --template server",
    ],
    [["here"], "pass --template server, embed, plugin, scanner, storage or authenticator, for example"],
    [["--template", "embed"], "pass a folder, for example"],
    [["here", "--template", "django"], 'unknown template "django": use server, embed, plugin, scanner, storage or authenticator'],
    [["here", "there", "--template", "embed"], 'only one folder can be created, but "there" is passed besides "here"'],
    [["", "--template", "embed"], "the folder name is empty"],
    [["here", "--templat", "embed"], "--templat"],
    [["here", "--template"], "--template"],
    [
      ["here", "--template", "embed", "--name", "Rack Room"],
      '"Rack Room" is not a valid package name: name can only contain URL-friendly characters',
    ],
    [["here", "--template", "embed", "--name", "node_modules"], '"node_modules" is not a valid package name'],
    [["---", "--template", "embed"], "---"],
    [["机房", "--template", "embed"], "pass one with --name"],
  ])("refuses %j before anything is written", async (words, sentence) => {
    const { code, out, err } = await bench.create(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^create-cadastre: .*\n$/);
    expect(err).toContain(sentence);
    expect(await bench.entries()).toEqual([]);
  });

  it("shows its help and its version", async () => {
    const help = await bench.create(["--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const { name } of TEMPLATES) expect(help.out).toContain(name);
    expect(await bench.create(["-V"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+.*\n$/) });
  });
});
