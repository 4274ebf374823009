import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { declarationProblems } from "../packages/declarations.ts";
import { undeclaredImports } from "../packages/undeclared-imports.ts";

it("finds the types of the ORM, and names that the bundler changed, wherever declarations lead", async () => {
  const folder = await mkdtemp(join(tmpdir(), "declarations-"));
  try {
    const files = {
      "index.d.ts": `import { z } from 'zod';\nimport { Device } from './chunk.js';\nexport { Device };\n`,
      "chunk.d.ts": `import { EntitySchema } from "@mikro-orm/core";\nimport './index.js';\ninterface Pool$1 {}\ninterface Device {}\n`,
      "sqlite.d.ts": `export declare const orm: import("@mikro-orm/sqlite").MikroORM;\n`,
      "aside.d.ts": `import 'kysely';\n`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    expect(await declarationProblems(folder, ["index.d.ts", "sqlite.d.ts"])).toEqual([
      "chunk.d.ts renames an interface to Pool$1",
      "chunk.d.ts imports @mikro-orm/core",
      "sqlite.d.ts imports @mikro-orm/sqlite",
    ]);
    expect(await declarationProblems(folder, ["aside.d.ts"])).toEqual(["aside.d.ts imports kysely"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("finds packages that modules import, late ones too, and that the manifest does not declare", async () => {
  const folder = await mkdtemp(join(tmpdir(), "modules-"));
  try {
    const entry = join(folder, "index.js");
    await writeFile(
      entry,
      `import "node:fs"; import "path"; import "zod/v4"; import "@a/b/c"; export const load = () => import("./late.js");`,
    );
    await writeFile(join(folder, "late.js"), `export const files = async () => (await import("tinyglobby")).globSync();`);
    await expect(undeclaredImports([entry], ["zod"])).resolves.toEqual(["@a/b", "tinyglobby"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
