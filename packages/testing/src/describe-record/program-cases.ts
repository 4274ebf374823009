import assert from "node:assert/strict";
import type { Inventory } from "@cadastre/inventory-core";
import type { RecordKind } from "@cadastre/inventory-core/records";
import { undoLast, withoutTimes } from "./change-cases.ts";
import { type RecordCase, RecordLab, type RecordValues, type SuiteRecord } from "./record-lab.ts";
import type { SuiteRole } from "./roles-plugin.ts";

/** What the suite reads of an OpenAPI document. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: RecordValues }>> };
}

const group = "programs";

/** Calls a method of MCP. */
async function mcp(lab: RecordLab, role: SuiteRole, method: string, params: RecordValues = {}): Promise<RecordValues> {
  const answer = await lab.expect<{ readonly result: RecordValues }>(
    200,
    role,
    "POST",
    "/mcp?toolsets=all",
    { jsonrpc: "2.0", id: 1, method, params },
    { accept: "application/json, text/event-stream" },
  );
  return answer.body.result;
}

const toolsOf = async (lab: RecordLab, role: SuiteRole): Promise<readonly string[]> =>
  ((await mcp(lab, role, "tools/list"))["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);

/** Flags of the command that say values. */
function flagsOf({ fields }: RecordKind, values: RecordValues): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const facts = fields.find((field) => field.name === name)?.facts;
    if (facts === undefined || facts.kind === "map" || value === null || value === "") return [];
    const flag = name.replace(/_ids?$/, "").replaceAll("_", "-");
    if (facts.kind === "boolean") return [value === true ? `--${flag}` : `--no-${flag}`];
    return ([value].flat() as unknown as readonly (string | number)[]).flatMap((one) => [`--${flag}`, String(one)]);
  });
}

/** Expects that another database has the records as they were when it was made, and that they can be changed there. */
async function expectSame(lab: RecordLab, make: (() => Promise<Inventory>) | undefined): Promise<void> {
  assert.ok(make !== undefined);
  const { kind, records, samples, change, inventory } = lab;
  await inventory.fields.create({ record: kind.name as "device", name: "suite_note", type: "text" });
  const [first, second] = await lab.create();
  await records.update(first.id, { ...change, fields: { suite_note: "kept" } });
  const [before, history] = [await records.list(), await records.history(first.id)];
  await using other = await make();
  await records.delete(second.id);
  const copied = new RecordLab(kind, { inventory: other }, lab.receiver, samples, change);
  assert.deepEqual(await copied.records.list(), before);
  assert.deepEqual(await copied.records.history(first.id), history);
  assert.deepEqual((await other.verify()).differences, []);
  assert.equal((await other.rebuild()).count, 0);
  await undoLast(copied, first.id);
  assert.deepEqual(withoutTimes(await copied.records.get(first.id)), withoutTimes(first));
  if (kind.unique.length > 0) await lab.fails("ALREADY_EXISTS", copied.records.create(samples[1]));
  else if (kind.functions.claims !== undefined) await lab.fails("CONFLICT", copied.records.create(samples[1]));
}

export const programCases: readonly RecordCase[] = [
  {
    group,
    name: "the OpenAPI document has its operations, its fields and its filters",
    needs: "fetch",
    run: async (lab) => {
      const { kind } = lab;
      const { body: document } = await lab.expect<OpenApi>(200, "viewer", "GET", "/api/openapi.json");
      const { paths, components } = document;
      const at = `/api/${kind.path}`;
      assert.deepEqual(
        ["", "/bulk-update", "/bulk-delete", "/{id}", "/{id}/history"].map((path) => Object.keys(paths[`${at}${path}`] ?? {}).toSorted()),
        [["get", "post"], ["post"], ["post"], ["delete", "get", "put"], ["get"]],
      );
      const parameters = (paths[at]?.["get"]?.parameters ?? []).map(({ name }) => name);
      for (const { name, facts } of kind.fields) assert.ok(facts.kind === "map" || parameters.includes(name), `a filter ${name}`);
      for (const name of ["limit", "after", "sort", "fields", "count"]) assert.ok(parameters.includes(name), `a parameter ${name}`);
      assert.deepEqual(Object.keys(components.schemas[kind.schema]?.properties ?? {}), Object.keys(kind.schemas.record.shape));
    },
  },
  {
    group,
    name: "AI clients have its tools, as their permissions allow",
    needs: "MCP",
    run: async (lab) => {
      const { kind, records, samples } = lab;
      const named = (verbs: readonly string[]): readonly string[] => verbs.map((verb) => `${kind.name}_${verb}`);
      const reading = named(["list", "get", "history"]);
      const writing = named(["create", "update", "delete", "bulk_update", "bulk_delete"]);
      const viewer = await toolsOf(lab, "viewer");
      const operator = await toolsOf(lab, "operator");
      for (const tool of reading) assert.ok(viewer.includes(tool), `viewers have the tool ${tool}`);
      for (const tool of writing) assert.ok(operator.includes(tool) && !viewer.includes(tool), `only operators have the tool ${tool}`);
      const made = await mcp(lab, "operator", "tools/call", { name: `${kind.name}_create`, arguments: samples[0] });
      const { record } = made["structuredContent"] as { readonly record: SuiteRecord };
      assert.deepEqual(await records.list(), [record]);
      const listed = await mcp(lab, "viewer", "tools/call", { name: `${kind.name}_list`, arguments: {} });
      assert.deepEqual((listed["structuredContent"] as { readonly items: unknown }).items, [record]);
    },
  },
  {
    group,
    name: "the command has a noun for it, with a flag for each field, and the generated client its types",
    needs: "command",
    run: async (lab) => {
      const { kind, records, samples, change } = lab;
      const { command } = lab.subject;
      assert.ok(command !== undefined);
      const run = async (verb: string, ...args: readonly string[]): Promise<string> => await command([kind.permission, verb, ...args]);
      const made = JSON.parse(await run("create", ...flagsOf(kind, samples[0]), "-o", "json")) as SuiteRecord;
      assert.deepEqual(await records.list(), [made]);
      assert.deepEqual(JSON.parse(await run("list", "-o", "json")), [made]);
      const changed = JSON.parse(await run("update", made.id, ...flagsOf(kind, change), "-o", "json")) as SuiteRecord;
      assert.deepEqual(await records.get(made.id), changed);
      assert.deepEqual(JSON.parse(await run("get", made.id, "-o", "json")), changed);
      assert.ok((await run("history", made.id)).includes("update"));
      await run("delete", made.id, "--yes");
      assert.deepEqual(await records.list(), []);
      assert.ok((await command(["client", "generate"])).includes(`export interface ${kind.schema} {`));
    },
  },
  {
    group,
    name: "a copy of the database has its records, their history, their texts and their claims",
    needs: "copy",
    run: async (lab) => await expectSame(lab, lab.subject.copy),
  },
  {
    group,
    name: "a restored backup has its records, their history, their texts and their claims",
    needs: "restore",
    run: async (lab) => await expectSame(lab, lab.subject.restore),
  },
];
