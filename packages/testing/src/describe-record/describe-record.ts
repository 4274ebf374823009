import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Inventory, Permission } from "@cadastre/inventory-core";
import type { RecordKind, RecordTypes } from "@cadastre/inventory-core/records";
import { FakeNetwork } from "../fake-network.ts";
import { describeSuite, type SuiteSkip, type TestRunner } from "../test-runner.ts";
import { changeCases } from "./change-cases.ts";
import { deletionCases } from "./deletion-cases.ts";
import { findingCases } from "./finding-cases.ts";
import { httpCases } from "./http-cases.ts";
import { libraryCases } from "./library-cases.ts";
import { programCases } from "./program-cases.ts";
import {
  type Receiver,
  type RecordCase,
  type RecordHostParts,
  RecordLab,
  type RecordNeed,
  type RecordUnderTest,
  type RecordValues,
} from "./record-lab.ts";
import { rolesPlugin } from "./roles-plugin.ts";

/** Every door of a declared kind of record, as data: {@link describeRecord} runs them. */
export const recordCases: readonly RecordCase[] = [
  ...libraryCases,
  ...httpCases,
  ...changeCases,
  ...findingCases,
  ...deletionCases,
  ...programCases,
];

/** Three records of a kind. */
export type RecordSamples<Types extends RecordTypes> = readonly [Types["create"], Types["create"], Types["create"]];

/**
 * How a kind is tried.
 * @typeParam Samples the samples as they are given: values of a choice keep their types
 */
export interface DescribeRecordOptions<Types extends RecordTypes, Samples extends RecordSamples<Types> = RecordSamples<Types>> {
  /** Opens an inventory with the kind over a new, empty database, and the doors that it is to be tried at; called for each case. */
  readonly createHost: (parts: RecordHostParts) => Promise<RecordUnderTest>;
  /** Three records that are valid beside each other. It may create the records that they refer to. */
  readonly samples: (inventory: Inventory) => Promise<Samples>;
  /** Values that fit the first sample and differ from it. */
  readonly change: Types["update"];
  /** Cases to leave out. Names that are no cases fail a test. */
  readonly skip?: readonly SuiteSkip[] | undefined;
}

interface Subject {
  readonly host: RecordUnderTest;
  readonly receiver: Receiver;
  readonly server: Server;
}

/** Opens a host for one case. */
async function open({ createHost }: Pick<DescribeRecordOptions<RecordTypes>, "createHost">): Promise<Subject> {
  const { server, receiver, network } = await startReceiver();
  let permissions: () => readonly Permission[] = () => [];
  const host = await createHost({ plugins: [rolesPlugin(() => permissions())], network });
  permissions = () => host.inventory.host.permissions;
  return { host, receiver, server };
}

async function dispose({ host, server }: Subject): Promise<void> {
  await host.inventory.close();
  await host.dispose?.();
  server.close();
}

async function run(
  test: RecordCase,
  subject: Subject,
  kind: RecordKind,
  { samples, change }: Pick<DescribeRecordOptions<RecordTypes>, "samples" | "change">,
): Promise<void> {
  const { host, receiver } = subject;
  try {
    const given = (await samples(host.inventory)) as readonly [RecordValues, RecordValues, RecordValues];
    await test.run(new RecordLab(kind, host, receiver, given, change as RecordValues));
    assert.deepEqual((await host.inventory.verify()).differences, [], "a verification finds differences after the case");
  } finally {
    await dispose(subject);
  }
}

/** Runs one case in a new host. Rejects when a door is missing or wrong. */
export async function runRecordCase<Types extends RecordTypes, const Samples extends RecordSamples<Types>>(
  test: RecordCase,
  kind: RecordKind<Types>,
  options: Omit<DescribeRecordOptions<Types, Samples>, "skip">,
): Promise<void> {
  await run(test, await open(options), kind, options);
}

/**
 * Registers the suite of a declared kind of record with a test runner. It walks every door of the kind: the library, HTTP, permissions,
 * OpenAPI, the command, MCP, events, webhooks, audit, history, plans, undo, search, names, custom fields, import, export, deletion, copies,
 * backups and verification. Cases of doors that the host does not have are skipped.
 *
 * @example
 * import { describe, it } from "vitest"; // or of node:test, or of jest
 *
 * describeRecord({ describe, it }, Circuit, {
 *   createHost: async ({ plugins }) => {
 *     const inventory = await createInventory({ storage: await freshStorage(), plugins: [...plugins, circuitsPlugin()] });
 *     return { inventory, fetch: createHandler(inventory.host).fetch };
 *   },
 *   samples: async () => [
 *     { name: "C-1", provider: "Acme" },
 *     { name: "C-2", provider: "Acme" },
 *     { name: "C-1", provider: "Other" },
 *   ],
 *   change: { bandwidth_mbps: 100 },
 * });
 */
export function describeRecord<Types extends RecordTypes, const Samples extends RecordSamples<Types>>(
  runner: TestRunner,
  kind: RecordKind<Types>,
  options: DescribeRecordOptions<Types, Samples>,
): void {
  describeSuite<RecordCase, Subject>(runner, `records of the kind ${kind.name}`, {
    cases: recordCases,
    skip: options.skip ?? [],
    create: async () => await open(options),
    declares: ({ host }, { needs }) => needs === undefined || has(kind, host, needs),
    run: async (test, subject) => await run(test, subject, kind, options),
    dispose,
  });
}

/** Whether a kind or its host has what a case needs. */
function has({ unique, functions, search, fields }: RecordKind, host: RecordUnderTest, need: RecordNeed): boolean {
  const { operations, rawHandlers } = host.inventory.host;
  switch (need) {
    case "MCP":
      return host.fetch !== undefined && rawHandlers.some(({ path }) => path === "/mcp");
    case "webhooks":
      return host.fetch !== undefined && operations.some(({ id }) => id === "webhooks.create");
    case "a unique key or claims":
      return unique.length > 0 || functions.claims !== undefined;
    case "searched fields":
      return search.length > 0;
    case "references":
      return fields.some(({ facts }) => facts.to !== undefined);
    default:
      return host[need] !== undefined;
  }
}

/** A receiver of webhooks that only the suite's network leads to. */
async function startReceiver(): Promise<{ readonly server: Server; readonly receiver: Receiver; readonly network: FakeNetwork }> {
  const arrived: { readonly event: string; readonly body: unknown }[] = [];
  const waiting: ((one: { readonly event: string; readonly body: unknown }) => void)[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      response.end();
      const one = { event: String(request.headers["x-service-event"]), body: JSON.parse(text) as unknown };
      const next = waiting.shift();
      if (next === undefined) arrived.push(one);
      else next(one);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const network = new FakeNetwork({ names: { "hooks.example.com": ["10.77.0.1"] }, servers: { "10.77.0.1:80": port } });
  const next: Receiver["next"] = async () => arrived.shift() ?? (await new Promise((resolve) => waiting.push(resolve)));
  return { server, receiver: { url: "http://hooks.example.com/", next }, network };
}
