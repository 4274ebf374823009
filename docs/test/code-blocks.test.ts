import { readFileSync } from "node:fs";
import { ImportRow } from "@cadastre/inventory-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { shellProblems } from "../scripts/code/check-shell.ts";
import { type CodeBlock, codeBlocks } from "../scripts/code/code-blocks.ts";
import { EXCEPTIONS } from "../scripts/code/exceptions.ts";
import { allPages, ROOT } from "../scripts/markdown-pages.ts";
import { snippetFaults, withSnippets } from "../scripts/snippets.ts";

const blocks = allPages().flatMap((page) => codeBlocks(page));
const of = (...languages: readonly string[]): readonly CodeBlock[] => blocks.filter(({ language }) => languages.includes(language));
const at = ({ page, line }: CodeBlock): string => `${page}:${line}`;
const isExcepted = ({ page, text }: CodeBlock): boolean =>
  EXCEPTIONS.some((exception) => exception.page === page && text.includes(exception.has));

/** Answers that pages show, by the page: where the document has their schema. */
const ANSWERS: Readonly<Record<string, string>> = {
  "docs/guides/run-the-server.md": "openapi#/paths/~1readyz/get/responses/503/content/application~1json/schema",
};

describe("code in pages", () => {
  it("says which language it is in, so that none slips through", () => {
    expect(of("").map(at)).toEqual([]);
    // Go and Python are shown from files that a trial runs; consoles are what was typed and printed.
    const unchecked = ["console", "go", "http", "ini", "mermaid", "nginx", "python", "text", "yaml"];
    expect([...new Set(blocks.map(({ language }) => language))].filter((language) => !unchecked.includes(language)).toSorted()).toEqual([
      "json",
      "jsonl",
      "sh",
      "ts",
    ]);
  });

  it("is that of the file that a page names, and never empty", () => {
    const region = (code: string): string => `<!-- #region kind of examples/custom-plugin/src/rack.ts -->\n${code}<!-- #endregion -->\n`;
    const outdated = "page.md does not show the code that it names. Run: npx --yes pnpm@12 docs:reference";
    expect(snippetFaults("page.md", region(""))).toEqual([outdated]);
    expect(snippetFaults("page.md", region("```ts\n```\n"))).toEqual(["page.md:2 has a block of code that is empty", outdated]);
    expect(snippetFaults("page.md", "```sh\n\n```\n")).toEqual(["page.md:1 has a block of code that is empty"]);
    const { wanted } = withSnippets("page.md", region(""));
    expect(wanted).toMatch(/^<!-- #region .* -->\n```ts\n[^`]*export const Rack[^`]+```\n<!-- #endregion -->\n$/);
    expect(snippetFaults("page.md", wanted)).toEqual([]);
  });

  it("is that of a file that runs, in TypeScript and JavaScript", () => {
    expect(
      of("ts", "js", "mjs", "javascript", "typescript")
        .filter((block) => !block.shown && !isExcepted(block))
        .map(at),
    ).toEqual([]);
  });

  it.each(
    of("sh", "bash", "shell")
      .filter((block) => !isExcepted(block))
      .map((block) => [at(block), block] as const),
  )("names commands, options, settings and paths that are there: %s", async (_, block) => {
    expect(await shellProblems(block.text)).toEqual([]);
  });

  it.each(of("json").map((block) => [at(block), block] as const))("is what the service says, or JSON at least: %s", (_, block) => {
    const value: unknown = JSON.parse(block.text);
    const schema = ANSWERS[block.page];
    if (isExcepted(block) || block.shown) return;
    expect(schema, "which schema has this answer?").toBeDefined();
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
      JSON.parse(readFileSync(`${ROOT}docs/reference/openapi.json`, "utf8")) as object,
      "openapi",
    );
    const check = ajv.compile({ $ref: schema as string });
    expect([check(value), check.errors]).toEqual([true, null]);
  });

  it.each(of("jsonl").map((block) => [at(block), block] as const))("is rows of an import: %s", (_, block) => {
    for (const line of block.text.trim().split("\n")) expect(ImportRow.safeParse(JSON.parse(line)).error).toBeUndefined();
  });

  it("has no exception that nothing needs any more", () => {
    expect(
      EXCEPTIONS.filter(({ page, has }) => blocks.filter((block) => block.page === page && block.text.includes(has)).length !== 1),
    ).toEqual([]);
  });
});

describe("the check of shell code", () => {
  it.each([
    ["cadastre device lisst", "lisst"],
    ["cadastre device list --tagg x", "--tagg"],
    ["cadastre login --token-stdin <key.txt --nope", "--nope"],
    ["LISTEN_ADR=:8080 cadastre serve", "LISTEN_ADR"],
    ["export POOL_UTILISATION=3", "POOL_UTILISATION"],
    ["npx --yes pnpm@12 strat", "strat"],
    ["npx --yes pnpm@12 start --nope", "--nope"],
    ["npx pnpm@12 start", "--yes"],
    ["npm install @cadastre/inventory-cor", "inventory-cor"],
    ['curl "$URL/api/devicess"', "/api/devicess"],
    ['curl -X PATCH "$URL/api/devices"', "PATCH"],
    ['curl "$URL/api/devices?tagg=x"', "?tagg"],
    [`curl "$URL/api/networks" -d '{"name": "x"}'`, "subnet"],
    [`curl "$URL/api/networks" -d '{"name": "x", "subnet": "10.0.0.0/24", "colour": 1}'`, "colour"],
    ["cadastre device list | xargs cadastre device deleet", "deleet"],
    ["KEY=$(cadastre key craete --user a)", "craete"],
    ["source <(cadastre completion basch)", "shell"],
    ["npx --yes pnpm@12 cadastre device craete", "craete"],
    ["docker compose exec cadastre cadastre user craete", "craete"],
    ["frobnicate now", "not known"],
    ["cadastre device list 'half", "missing"],
  ])("finds what is wrong with: %s", async (code, part) => {
    expect((await shellProblems(code)).join("\n")).toContain(part);
  });

  it.each([
    "cadastre device list --tag production -o csv   # a comment",
    "cadastre device get web-1 -o yaml | sed 's/^os: .*/os: linux/' | cadastre device update web-1 --from -",
    "LISTEN_ADDR=:8080 TRUSTED_PROXIES=10.0.0.5 npx --yes pnpm@12 start",
    'curl -sS "$URL/api/devices/$ID?x=1" -H "Authorization: Bearer $KEY"'.replace("?x=1", ""),
    "17 3 * * *  cadastre backup create /mnt/backup/ --keep 14 | xargs cadastre backup verify",
  ])("finds nothing wrong with: %s", async (code) => {
    expect(await shellProblems(code)).toEqual([]);
  });
});
