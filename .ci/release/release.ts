// Publishes what is committed: checks everything once more, then `changeset publish`. Whoever runs it, a CI as a rule,
// brings the right to publish: nothing here holds a secret.
import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { packageFolders, readManifest, ROOT, run, runQuietly } from "../packages/packed.ts";
import {
  currentMigrations,
  migrationsNow,
  readManifest as readSchema,
  schemaName,
  schemaNames,
} from "../../packages/cli/test/upgrade/support/schema-fixture.ts";
import { releaseProblems } from "./release-problems.ts";
import { schemaProblems } from "./schema-problems.ts";

const problems = releaseProblems({
  repository: (await readManifest(ROOT)).repository,
  uncommitted: await runQuietly("git", ["status", "--porcelain"], ROOT),
  pending: (await Array.fromAsync(glob(".changeset/*.md", { cwd: ROOT })))
    .map((path) => basename(path))
    .filter((file) => file !== "README.md"),
  packages: await Promise.all(
    (await packageFolders("packages/*")).map(async (folder) => ({
      ...(await readManifest(folder)),
      changelog: await readFile(join(folder, "CHANGELOG.md"), "utf8").catch(() => ""),
    })),
  ),
});
const kept = await Promise.all((await schemaNames()).map(async (name) => [name, (await readSchema(name)).migrations.postgresql] as const));
problems.push(
  ...schemaProblems({
    schema: schemaName(currentMigrations("postgresql")),
    migrations: migrationsNow("postgresql"),
    kept: new Map(kept),
  }),
);
if (problems.length > 0) throw new Error(`nothing was published:\n${problems.join("\n")}`);

const HOUR_MS = 3_600_000;
await run(join(ROOT, ".ci/run"), [], ROOT, HOUR_MS);
await run("pnpm", ["exec", "changeset", "publish"], ROOT, HOUR_MS);
