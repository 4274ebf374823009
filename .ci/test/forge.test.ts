import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../packages/packed.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Job {
  readonly permissions?: unknown;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const WORKFLOWS = globSync(".github/workflows/*.yml", { cwd: ROOT });

describe("workflows", () => {
  const ci = parse(read(".github/workflows/ci.yml")) as Workflow;

  it("check nothing but what .ci/run and .ci/trials check", () => {
    const runs = Object.values(ci.jobs).flatMap(({ steps }) => steps.map(({ run }) => run));
    expect(runs.filter((run) => run?.includes(".ci/"))).toEqual([".ci/run", "sudo .ci/trials"]);
    expect(runs.filter((run) => /vitest|lint|typecheck|docs:|check:/.test(run ?? ""))).toEqual([]);
  });

  it.each(WORKFLOWS)("%s may only read, ends at a time, and leaves no credentials behind", (path) => {
    const { permissions, jobs } = parse(read(path)) as Workflow;
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeUndefined();
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(90);
      const checkouts = job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(checkouts.every((step) => step.with?.["persist-credentials"] === false)).toBe(true);
    }
  });

  it.each(WORKFLOWS)("%s takes actions by their commit, with the version beside it", (path) => {
    const lines = read(path)
      .split("\n")
      .filter((line) => line.includes("uses:"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });
});

describe("templates of issues", () => {
  const templates = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: ROOT }).filter((path) => basename(path) !== "config.yml");

  it.each(templates)("%s has a name and asks for something", (path) => {
    const { name, description, body } = parse(read(path)) as {
      readonly name: unknown;
      readonly description: unknown;
      readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: unknown }[];
    };
    expect(name).toBeTypeOf("string");
    expect(description).toBeTypeOf("string");
    const ids = body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(body.every(({ attributes }) => typeof attributes === "object")).toBe(true);
  });

  it("lead to pages that are there", () => {
    for (const path of [...templates, ".github/PULL_REQUEST_TEMPLATE.md"])
      for (const [page] of read(path).matchAll(/docs\/[\w/-]+(?:\.md)?/g)) expect(globSync(page, { cwd: ROOT }), page).toHaveLength(1);
  });
});

describe("the editor", () => {
  /** JSON with lines of comments. */
  const json = (path: string): unknown => JSON.parse(read(path).replaceAll(/^\s*\/\/.*$/gm, ""));

  it("is told the same extensions in a container and without", () => {
    const { recommendations } = json(".vscode/extensions.json") as { readonly recommendations: readonly string[] };
    const { customizations } = json(".devcontainer/devcontainer.json") as {
      readonly customizations: { readonly vscode: { readonly extensions: readonly string[] } };
    };
    expect(customizations.vscode.extensions).toEqual(recommendations);
  });

  it("formats by the configuration of the repository", () => {
    const settings = json(".vscode/settings.json") as Readonly<Record<string, unknown>>;
    expect(() => read(String(settings["oxc.fmt.configPath"]))).not.toThrow();
    expect(() => read(String(settings["vitest.rootConfig"]))).not.toThrow();
  });

  it("has in a container the programs that .ci/run looks for", () => {
    const { onCreateCommand } = json(".devcontainer/devcontainer.json") as { readonly onCreateCommand: string };
    const wanted = [...read(".ci/run").matchAll(/missing="\$missing ([\w-]+)"|^  debian ([\w-]+)$/gm)].map(
      ([, listed, alone]) => (listed ?? alone) as string,
    );
    expect(wanted).toContain("chromium-headless-shell");
    const loop = /for program in ([\w -]+); do/.exec(read(".ci/run"))?.[1]?.split(" ") ?? [];
    expect([...wanted, ...loop].length).toBeGreaterThan(5);
    for (const name of [...wanted, ...loop]) expect(onCreateCommand).toMatch(new RegExp(` ${name}( |$)`));
  });
});
