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

  it("lie in folders that can be looked through", () => {
    const map = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    const folders = Object.entries(Object.groupBy(sources, (file) => dirname(file)));
    const full = folders.flatMap(([folder, files = []]) =>
      files.length > MAX_FILES && !map.includes(folder) ? [`${folder}: ${files.length}`] : [],
    );
    expect(full).toEqual([]);
  });
});
