import { isDeepStrictEqual } from "node:util";
import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CadastreError, type Client } from "../src/index.ts";
import { manifest, type ManifestField, type ManifestOperation } from "../src/manifest.ts";
import { strangeIn } from "./support/conforms.ts";
import { type Samples, seed } from "./support/seed.ts";
import { type Service, startService } from "./support/service.ts";
import { STORAGES } from "../../../testing/storages.ts";

/** Operations that cannot succeed here, and what they must say; all others must. */
const REFUSED: Readonly<Record<string, string>> = {
  // There are users already.
  "auth.bootstrap": "CONFLICT",
  // It is this host's own address.
  "snmpDevices.test": "CONFLICT",
  // Nobody has been through OAuth.
  "oauthClients.delete": "NOT_FOUND",
  "oauthGrants.revoke": "NOT_FOUND",
  // What collides is still there.
  "conflicts.resolve": "CONFLICT",
  // One for this network and scan type is there.
  "discoveryRules.create": "ALREADY_EXISTS",
  // The least is neither a name nor an id.
  "names.find": "VALIDATION_ERROR",
  // The least does not say whose key it is.
  "allocations.forgetKey": "VALIDATION_ERROR",
  // It is not in quarantine.
  "addresses.endQuarantine": "NOT_FOUND",
  // It is over.
  "scans.cancel": "CONFLICT",
  // They are for agents.
  "agentWork.next": "FORBIDDEN",
  "agentWork.report": "FORBIDDEN",
  "agentWork.end": "FORBIDDEN",
  "agentLeases.report": "FORBIDDEN",
  "agentLeases.end": "FORBIDDEN",
  // The least does not say which role, and a password is changed by whoever knows the old one.
  "users.grantRole": "VALIDATION_ERROR",
  "users.revokeRole": "VALIDATION_ERROR",
  "users.changePassword": "VALIDATION_ERROR",
};

/** Reads before changes, changes before deletions, and what holds others last. */
const inOrder = (a: ManifestOperation, b: ManifestOperation): number =>
  stage(a) - stage(b) || (stage(a) === 2 ? manifest.operations.indexOf(b) - manifest.operations.indexOf(a) : 0);
const stage = ({ method }: ManifestOperation): number => (method === "GET" ? 0 : method === "DELETE" ? 2 : 1);

/** The least that an operation can be given. */
function leastFields({ id, group, fields, items }: ManifestOperation, samples: Samples): Record<string, unknown> {
  const ids = samples["ids"] as Record<string, string>;
  const valueOf = ({ name, in: where, type }: ManifestField): unknown => {
    if (where === "path" && name === "id") return ids[id] ?? ids[group];
    return samples[`${id}.${name}`] ?? samples[name] ?? (type.kind === "enum" ? type.values[0] : `least ${name}`);
  };
  const least = fields
    .filter(({ name, required }) => required || `${id}.${name}` in samples)
    .map((field) => [field.name, valueOf(field)] as const);
  return Object.fromEntries([...least, ...(items === undefined ? [] : [["items", samples[`${id}.items`]] as const])]);
}

/** Calls it and reads its answer as its kind is read. @returns what is strange about that */
async function tried(client: Client, { id, output }: ManifestOperation, fields: Record<string, unknown>): Promise<string[]> {
  const answer: unknown = client.call(id, fields);
  switch (output.kind) {
    case "record":
      return strangeIn(await answer, output.type);
    case "list":
      return await listed(answer as AsyncIterable<unknown> & PromiseLike<unknown[]>, output.type);
    case "empty":
      return (await answer) === undefined ? [] : ["it answers something"];
    case "file": {
      const file = (await answer) as { mediaType: string; name: string; text(): Promise<string> };
      return output.mediaTypes.includes(file.mediaType) && file.name !== "" && (await file.text()) !== ""
        ? []
        : [`a strange file: ${JSON.stringify(file)}`];
    }
    case "watch":
      for await (const { data, id: place, event } of answer as AsyncIterable<{ data: unknown; id: string; event: string }>) {
        return [...strangeIn(data, output.type), ...(place === "" || event === "" ? ["an event without an id or a name"] : [])];
      }
      return ["nothing came"];
  }
}

/** Reads a list twice, row by row and at once, until both are equal: the audit log gets rows until all earlier changes are sealed. */
async function listed(
  list: AsyncIterable<unknown> & PromiseLike<unknown[]>,
  items: Extract<ManifestOperation["output"], { kind: "list" }>["type"],
): Promise<string[]> {
  const streamed = await vi.waitUntil(async () => {
    const rows = await Array.fromAsync(list);
    return isDeepStrictEqual(await list, rows) ? rows : undefined;
  });
  return strangeIn(streamed, { kind: "array", items });
}

/** Every row, as text; the seals of audit rows and the times of credentials come by themselves. */
async function everything({ inventory }: Service): Promise<string> {
  const { read } = inventory.host.get(STORAGE);
  const tables: unknown[] = [];
  for (const table of TABLES) {
    const rows = await read.all<Record<string, unknown>>(`select * from ${table}`);
    tables.push([
      table,
      rows
        .map((row) =>
          JSON.stringify(row, (name, value: unknown) =>
            BY_ITSELF.test(name) ? undefined : typeof value === "bigint" ? String(value) : value,
          ),
        )
        .toSorted(),
    ]);
  }
  return JSON.stringify(tables);
}

const TABLES = [
  "datacenter",
  "network",
  "pool",
  "device",
  "address",
  "space",
  "vlan_group",
  "vlan",
  "relationship",
  "allocation",
  "taken_run",
  "free_block",
  "conflict",
  "scan",
  "discovered_device",
  "discovery_rule",
  "event",
  "audit",
  "auth_user",
  "auth_role",
  "auth_api_key",
  "webhook",
  "snmp_device",
];
const BY_ITSELF = /^seal|^last_used/;

/** Does a dry run of it. @returns what is strange about that: something changed, or it does not fail as the call itself does */
async function dryRun(service: Service, { id }: ManifestOperation, fields: Record<string, unknown>): Promise<string[]> {
  // What runs beside it would change things too.
  await vi.waitFor(
    async () =>
      expect((await service.client.scans.list()).filter(({ status }) => status === "pending" || status === "running")).toEqual([]),
    20_000,
  );
  const before = await everything(service);
  const refused = REFUSED[id];
  const strange: string[] = [];
  try {
    const { changes, events, rows, change_count: count } = await service.client.dryRun(id, fields);
    if (refused !== undefined) strange.push(`it succeeds, and should say ${refused}`);
    if (id.includes("delete") && changes.length + rows.length === 0 && !NOTHING_THERE.has(id)) strange.push("it would delete nothing");
    if (count !== changes.length || (count === 0 && events.length > 0))
      strange.push(`it tells of ${count} changes: ${JSON.stringify(changes)}`);
  } catch (error) {
    if (!(error instanceof CadastreError)) throw error;
    if (error.code !== refused) strange.push(`${error.code} ${error.message}`);
  }
  if ((await everything(service)) !== before) strange.push("something changed");
  return strange;
}

/** What is to be deleted is not there in this walk. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["discoveredDevices.deleteOfNetwork"]);

describe.each(STORAGES)("every operation of the manifest on %s", (storage) => {
  let service: Service;
  let samples: Samples;
  beforeAll(async () => {
    service = await startService(storage);
    samples = await seed(service.client);
  });
  afterAll(async () => await service.stop());

  it("answers as the manifest says", async () => {
    expect(manifest.operations.length).toBeGreaterThan(100);
    const strange: string[] = [];
    for (const operation of manifest.operations.toSorted(inOrder)) {
      const { id } = operation;
      // Events from the first on: the stream would wait for new ones.
      const fields = { ...leastFields(operation, samples), ...(id === "events.stream" ? { after: "0-0" } : {}) };
      const refused = REFUSED[id];
      if (operation.destructive && operation.items === undefined)
        strange.push(...(await dryRun(service, operation, fields)).map((text) => `${id} as a dry run: ${text}`));
      try {
        strange.push(...(await tried(service.client, operation, fields)).map((text) => `${id}: ${text}`));
        if (refused !== undefined) strange.push(`${id} succeeds, and should say ${refused}`);
      } catch (error) {
        if (!(error instanceof CadastreError)) throw error;
        const said = `${id}: ${error.code} ${error.message}`;
        if (error.code !== refused) strange.push(said);
        if (!operation.errors.includes(error.code)) strange.push(`${said}, of which the manifest does not tell`);
        if (manifest.errors[error.code]?.kind !== error.kind) strange.push(`${said}, of another kind than in the manifest: ${error.kind}`);
      }
    }
    expect(strange).toEqual([]);
  });
});
