import assert from "node:assert/strict";
import { UNKNOWN_ID } from "./record-facts.ts";
import type { RecordCase, RecordValues, SuiteRecord } from "./record-lab.ts";

/** An answer of a call that failed. */
interface Failure {
  readonly code: string;
}

/** An answer of a dry run. */
interface DryRun {
  readonly changes: readonly { readonly resource: string; readonly action: string; readonly id: string | null }[];
}

/** A plan that a call makes. */
interface Plan {
  readonly id: string;
  readonly digest: string;
  readonly effects: { readonly records: readonly { readonly type: string; readonly action: string }[] };
}

const group = "HTTP";
const needs = "fetch";

export const httpCases: readonly RecordCase[] = [
  {
    group,
    name: "the routes of a record answer as those of every record",
    needs,
    run: async (lab) => {
      const { kind, samples, change } = lab;
      const { body: record } = await lab.expect<SuiteRecord>(201, "operator", "POST", "", samples[0]);
      const read = await lab.expect(200, "viewer", "GET", `/${record.id}`);
      assert.deepEqual(read.body, record);
      const tag = read.headers.get("etag") ?? "";
      await lab.expect(304, "viewer", "GET", `/${record.id}`, undefined, { "if-none-match": tag });
      const changed = await lab.expect(200, "operator", "PUT", `/${record.id}`, change, { "if-match": tag });
      assert.equal(
        (await lab.expect<Failure>(412, "operator", "PUT", `/${record.id}`, change, { "if-match": tag })).body.code,
        "PRECONDITION_FAILED",
      );
      assert.equal((await lab.expect<Failure>(412, "operator", "DELETE", `/${record.id}`, undefined, { "if-match": tag })).status, 412);
      assert.deepEqual((await lab.expect(200, "viewer", "GET", "")).body, [changed.body]);
      await lab.expect(204, "operator", "DELETE", `/${record.id}`);
      assert.equal((await lab.expect<Failure>(404, "viewer", "GET", `/${record.id}`)).body.code, kind.notFound);
      assert.equal((await lab.expect<Failure>(400, "operator", "POST", "", {})).body.code, "VALIDATION_ERROR");
    },
  },
  {
    group,
    name: "lists have filters, pages, an order, a count and some of the fields",
    needs,
    run: async (lab) => {
      const { kind } = lab;
      await lab.create();
      const { body: whole } = await lab.expect<readonly SuiteRecord[]>(200, "viewer", "GET", "");
      const first = await lab.expect(200, "viewer", "GET", "?limit=2&count=true");
      assert.deepEqual([first.body, first.headers.get("x-service-count")], [whole.slice(0, 2), "3"]);
      const rest = await lab.expect(200, "viewer", "GET", `?limit=2&after=${first.headers.get("x-service-next")}`);
      assert.deepEqual([rest.body, rest.headers.get("x-service-next")], [whole.slice(2), null]);
      const some = await lab.expect(200, "viewer", "GET", `?fields=${kind.title}`);
      assert.deepEqual(
        some.body,
        whole.map((record) => ({ id: record.id, [kind.title]: record[kind.title] })),
      );
      assert.equal((await lab.expect<Failure>(400, "viewer", "GET", "?no_such_field=x")).body.code, "VALIDATION_ERROR");
    },
  },
  {
    group,
    name: "a creation that is sent twice with one Idempotency-Key is done once",
    needs,
    run: async (lab) => {
      const key = { "idempotency-key": "suite-1" };
      const first = await lab.expect(201, "operator", "POST", "", lab.samples[0], key);
      const again = await lab.expect(201, "operator", "POST", "", lab.samples[0], key);
      assert.deepEqual([again.body, again.headers.get("idempotent-replay")], [first.body, "true"]);
      assert.equal((await lab.records.list()).length, 1);
    },
  },
  {
    group,
    name: "a dry run of a creation, a change and a deletion writes nothing",
    needs,
    run: async (lab) => {
      const { kind, samples, change } = lab;
      const tried = await lab.expect<DryRun>(200, "operator", "POST", "?dry_run=true", samples[0]);
      assert.deepEqual(
        tried.body.changes.map((one) => [one.resource, one.action]),
        [[kind.name, "create"]],
      );
      assert.deepEqual(await lab.records.list(), []);
      const made = await lab.records.create(samples[0]);
      for (const [method, body, action] of [
        ["PUT", change, "update"],
        ["DELETE", undefined, "delete"],
      ] as const) {
        const { changes } = (await lab.expect<DryRun>(200, "operator", method, `/${made.id}?dry_run=true`, body)).body;
        assert.deepEqual(
          changes.map((one) => [one.resource, one.action, one.id]),
          [[kind.name, action, made.id]],
        );
      }
      assert.deepEqual(await lab.records.get(made.id), made);
    },
  },
  {
    group,
    name: "a creation, a change, a deletion and a bulk deletion become plans where the caller asks for one",
    needs,
    run: async (lab) => {
      const { kind, records, samples, change } = lab;
      const plan = async (action: string, ...[method, path, body]: readonly [string, string, RecordValues?]): Promise<void> => {
        const before = await records.list();
        const { id, digest, effects } = (await lab.expect<Plan>(201, "operator", method, `${path}?plan=true`, body)).body;
        assert.deepEqual(new Set(effects.records.map((one) => `${one.type} ${one.action}`)), new Set([`${kind.name} ${action}`]));
        assert.deepEqual(await records.list(), before, "nothing is written before the plan is applied");
        await lab.expect(200, "operator", "POST", `/api/plans/${id}/apply`, { digest });
        assert.notDeepEqual(await records.list(), before);
      };
      await plan("create", "POST", "", samples[0]);
      const made = (await records.list())[0] as SuiteRecord;
      await plan("update", "PUT", `/${made.id}`, change);
      await plan("delete", "DELETE", `/${made.id}`);
      const [first, second, third] = await lab.create();
      await plan("delete", "POST", "/bulk-delete", { ids: [first.id, second.id] });
      assert.deepEqual(await records.list(), [third]);
    },
  },
  {
    group,
    name: "viewers read, operators write, and others learn nothing",
    needs,
    run: async (lab) => {
      const { kind, samples, change } = lab;
      const { id } = await lab.records.create(samples[0]);
      const calls = [
        ["GET", "", "list", 200],
        ["GET", `/${id}`, "read", 200],
        ["GET", `/${id}/history`, "read", 200],
        ["POST", "", "create", 201, samples[1]],
        ["PUT", `/${id}`, "update", 200, change],
        ["POST", "/bulk-update", "update", 400, {}],
        ["POST", "/bulk-delete", "delete", 400, {}],
        ["DELETE", `/${id}`, "delete", 204],
      ] as const;
      const permissions = lab.inventory.host.permissions.map(({ name }) => name);
      for (const [method, path, action, status, body] of calls) {
        const isRead = action === "list" || action === "read";
        assert.ok(permissions.includes(`${kind.permission}:${action}`), `${kind.permission}:${action} is a permission`);
        await lab.expect(401, null, method, path, body);
        await lab.expect(403, "nobody", method, path, body);
        if (isRead) await lab.expect(200, "viewer", method, path);
        else await lab.expect(403, "viewer", method, path, body);
        await lab.expect(status, "operator", method, path, body);
      }
      // The permission is checked before anything is looked up.
      await lab.expect(403, "nobody", "GET", `/${UNKNOWN_ID}`);
      await lab.expect<Failure>(404, "viewer", "GET", `/${UNKNOWN_ID}`);
    },
  },
];
