import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../packages/packed.ts";

/** Of .editorconfig. */
const WIDTH = Number(/^max_line_length = (\d+)$/m.exec(readFileSync(join(ROOT, ".editorconfig"), "utf8"))?.[1]);
/** Files beside each other that one still finds something among; a folder with more is named in ARCHITECTURE.md with its reason. */
const MAX_FILES = 18;

/** Names of earlier versions that the field has others for, or that had several meanings. */
const FORMER_NAMES = /\b(?:LOOK_EVERY_MS|Gathering|Patience|Conversation|Manner|placeOf)\b/g;

/** Classes of an element in a template, which the formatter keeps on one line. */
const CLASSES = /^\s*class="[^"]*"$/;

/** Sources of packages that run inside of an application, and there in the main thread. */
const EMBEDDED =
  /^packages\/(?:inventory-core|http-h3|auth|webhooks|mcp|discovery-[a-z]+|importers|web-ui)\/src\/(?!testing\/)(?!.*\.(?:test|worker)\.ts$)/;

/** Where the timers are taken, what follows the global `Date` (decision 0466), and what a browser runs. */
const WITH_GLOBAL_TIMERS = [
  "packages/inventory-core/src/contract/real-timers.ts",
  "packages/inventory-core/src/system-clock.ts",
  "packages/web-ui/src/waiting-page.ts",
  "packages/auth/src/oauth/storage/flow-adapter.ts",
  "packages/auth/src/oauth/storage/token-adapter.ts",
];

/** Names that a test runner replaces, and the imports after which they are not the global ones. */
const TIMER =
  /(?<![.\w"`])(?:(set|clear)(?:Timeout|Interval|Immediate)\(|queueMicrotask\(|performance\.|Date\.now\b|new Date\(\)|process\.(?:nextTick|hrtime(?:\.bigint)?)\()/g;
const importsOf = (text: string): string =>
  [...text.matchAll(/^import \{([^}]*)\} from "(?:[^"]*\/real-timers\.ts|node:timers\/promises|node:perf_hooks)";/gm)]
    .map(([, names = ""]) => names.replaceAll(/\w+ as /g, ""))
    .join(",");

/** What somebody writes and others read: no generated files, and not what tests feed to programs or expect of them. */
const sources = execFileSync("git", ["ls-files", "*.ts", "*.vue", "*.mjs", "*.css"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !/(^|\/)(generated|test)\//.test(file) && existsSync(join(ROOT, file)));

describe("sources", () => {
  it("are found", () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(WIDTH).toBeGreaterThan(0);
  });

  it("keep to the width of .editorconfig, also where the formatter cuts nothing", () => {
    const wide = sources.flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .flatMap((line, index) => (line.length > WIDTH && !CLASSES.test(line) ? [`${file}:${index + 1} has ${line.length}`] : [])),
    );
    expect(wide).toEqual([]);
  });

  it("name limits as the field does: MAX_RETRIES, MIN_CHUNK, TIMEOUT_MS", () => {
    const strange = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/\b(?:MOST|LEAST|FEWEST|LONGEST|SHORTEST|PATIENCE)_[A-Z_]+\b/g)].map(
        ([name]) => `${file}: ${name}`,
      ),
    );
    expect(strange).toEqual([]);
  });

  it("use no name that was given up for the field's, or for having several meanings", () => {
    const found = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(FORMER_NAMES)].map(([name]) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("take the timers of the process when they are loaded, as fake timers of an application would stop queues (decision 0466)", () => {
    const embedded = sources.filter((file) => EMBEDDED.test(file) && !WITH_GLOBAL_TIMERS.includes(file));
    expect(embedded.length).toBeGreaterThan(500);
    const global = embedded.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const imported = new Set(importsOf(text).match(/\w+/g));
      const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
      return [...code.matchAll(TIMER)]
        .map(([use]) => use)
        .filter((use) => !imported.has(/^\w+/.exec(use)?.[0] ?? ""))
        .map((use) => `${file}: ${use}`);
    });
    expect(global).toEqual([]);
  });

  it("lie in folders that can be looked through", () => {
    const map = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    const folders = Object.entries(Object.groupBy(sources, (file) => dirname(file)));
    const full = folders.flatMap(([folder, files = []]) =>
      files.length > MAX_FILES && !map.includes(folder) ? [`${folder}: ${files.length}`] : [],
    );
    expect(full).toEqual([]);
  });
});
