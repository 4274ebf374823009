import assert from "node:assert/strict";
import { DEVICES, NEXT_IP, SEARCH, UTILIZATION } from "./expected.ts";
import { httpTarget } from "./http-target.ts";
import { importInventory, type ImportResult, type Remark } from "./import.ts";
import { readInventoryFiles } from "./inventory-files.ts";
import { libraryTarget } from "./library-target.ts";
import "./plan-and-apply.ts";
import "./read-a-file.ts";
import { readBack } from "./read-back.ts";
import { startServer } from "./start-server.ts";
import type { Target } from "./target.ts";

const files = await readInventoryFiles();

/** Loads the files into a target, reads the inventory back and checks it. */
async function loadInto(target: Target): Promise<{ result: ImportResult; answers: Awaited<ReturnType<typeof readBack>> }> {
  const result = await importInventory(files, target);
  const answers = await readBack(target, result, Object.keys(SEARCH));
  await target.close();
  assert.deepEqual(answers.devices, DEVICES);
  assert.deepEqual(answers.utilization, UTILIZATION);
  assert.deepEqual(answers.nextIp, NEXT_IP);
  assert.deepEqual(answers.search, SEARCH);
  assert.equal(result.relationships, 18);
  const ours = files.relationships.filter(({ type }) => type === "depends_on");
  assert.deepEqual(answers.relationships, ours.map(({ parent_id, type, child_id }) => `${parent_id} ${type} ${child_id}`).toSorted());
  const { datacenter, network, pool, device } = result.ids;
  console.log(
    `${target.name}: ${datacenter.size} datacenters, ${network.size} networks, ${pool.size} pools, ${device.size} devices, ` +
      `${result.relationships} relationships`,
  );
  return { result, answers };
}

const login = { username: "importer", password: "correct horse battery" };
const server = await startServer(login);
const overHttp = await loadInto(await httpTarget(server.url, login));
await server.close();
const inProcess = await loadInto(await libraryTarget());

assert.deepEqual(inProcess.answers, overHttp.answers);
assert.deepEqual(inProcess.result.remarks, overHttp.result.remarks);

const { remarks } = inProcess.result;
const of = (kind: Remark["kind"]): Remark[] => remarks.filter((remark) => remark.kind === kind);
assert.deepEqual(
  of("not a type of ours").map(({ record }) => record),
  ["us-db-01 replicates_to us-db-02", "us-fw-01 ha_pair us-fw-02"],
);
assert.deepEqual(of("refused"), []);
assert.equal(of("no such field").length, 18, "the notes of relationships");
assert.equal(of("left for later").length, files.discovery_rules.length + files.webhooks.length);
assert.deepEqual(
  of("look at this").map(({ record }) => record),
  ["apac-fw-01", "apac-fw-01"],
);

console.log("\nNot taken, or worth a look:");
for (const { kind, record, reason } of remarks) console.log(`  ${kind}: ${record}: ${reason}`);
