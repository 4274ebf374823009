import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as core from "../../packages/inventory-core/src/index.ts";
import * as protocol from "../../packages/inventory-core/src/protocol.ts";
import { typeProblems, typesWithoutExport } from "../packages/public-types.ts";

/** What an editor has to say of these: a name for each way in which it may have nothing to say. */
const SILENT = `
/** Documented. */
export interface Shown {
  silent: string;
  /** Documented. */
  anonymous: { id: string };
  /** Documented. */
  call(input: { id: string }): Promise<{ id: string }>;
}
export function undocumented(): void {}
/** Documented. */
export interface CallOptions {
  /** Documented. */
  given?: string;
  /** Documented. */
  either?: string | undefined;
  /** Documented. */
  needed: string;
}
`;

/** A field whose schema has a name is described with it. */
const isDescribed = ({ description, $ref }: protocol.JsonSchema): boolean => description !== undefined || $ref !== undefined;

describe("public types", () => {
  it.each(
    [
      "inventory-core/src/index.ts",
      "inventory-core/src/protocol.ts",
      "inventory-core/src/discovery.ts",
      "inventory-core/src/exchange.ts",
      "inventory-core/src/records.ts",
      "inventory-core/src/upkeep.ts",
      "client/src/index.ts",
    ].map((file) => [`packages/${file}`]),
  )("of %s say in an editor what each name, member and parameter is, and have names", (entry) => {
    expect(typeProblems(entry)).toEqual([]);
  });

  it.each([
    ["packages/inventory-core/src", "contract/generated/api.ts"],
    ["packages/client/src", "generated/api.ts"],
  ])("of records and answers of %s can be named in the declarations of a program", (folder, declaring) => {
    expect(typesWithoutExport(`${folder}/index.ts`, `${folder}/${declaring}`)).toEqual([]);
  });

  it("are told of where they do not", () => {
    const folder = mkdtempSync(join(tmpdir(), "public-types-"));
    try {
      const entry = join(folder, "index.ts");
      writeFileSync(entry, SILENT);
      expect(typeProblems(entry)).toEqual([
        { place: "undocumented", problem: "has no documentation" },
        { place: "Shown.silent", problem: "has no documentation" },
        { place: "Shown.anonymous", problem: "has no named type" },
        { place: "Shown.call(input)", problem: "has no named type" },
        { place: "Shown.call()", problem: "has no named type" },
        { place: "CallOptions.given", problem: "does not take undefined" },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("that are inferred from schemas have their documentation there: a description for every field", () => {
    const silent = Object.entries({ ...core, ...protocol }).flatMap(([name, value]) => {
      const shape = protocol.objectOf(value as never)?.shape ?? {};
      return Object.entries(shape)
        .filter(
          ([, field]) =>
            !isDescribed(new protocol.SchemaBook().output(field as never)) && !isDescribed(new protocol.SchemaBook().input(field as never)),
        )
        .map(([field]) => `${name}.${field}`);
    });
    expect(silent).toEqual([]);
  });
});
