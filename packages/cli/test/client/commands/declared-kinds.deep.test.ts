import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "../../support/client.ts";

const CIRCUITS = fileURLToPath(new URL("../../support/circuits-plugin.ts", import.meta.url));

let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-kinds-"));
  const config = join(folder, "cadastre.config.json");
  await writeFile(config, JSON.stringify({ plugins: [CIRCUITS] }));
  bench = await openBench("sqlite", { CADASTRE_CONFIG: config, XDG_CACHE_HOME: folder }, { eachAlone: true });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const json = async (words: string): Promise<unknown> => JSON.parse(await bench.out(`${words} -o json`));
const made = async (words: string): Promise<{ readonly id: string }> => (await json(words)) as { readonly id: string };

test("a declared kind has commands with a flag for each field, and names for references", async () => {
  const datacenter = await made("datacenter create --name fra1");
  const device = await made("device create --name r1");
  const circuit = await made(
    "circuit create --name C-1 --provider Acme --field-timeout 30 --datacenter upstairs --datacenter-id fra1 --device r1",
  );
  expect(circuit).toMatchObject({
    timeout: 30,
    datacenter: "upstairs",
    datacenter_id: datacenter.id,
    device_ids: [device.id],
    status: "active",
  });
  expect(await json("circuit list --datacenter-id fra1 --device r1 --provider acme --field-timeout 30")).toEqual([circuit]);
  expect(await json("circuit list --datacenter-id none")).toEqual([]);
  expect(await json("circuit list --fields name,provider --sort -name --limit 1")).toEqual([
    { id: circuit.id, name: "C-1", provider: "Acme" },
  ]);
  expect(await json("circuit get C-1")).toEqual(circuit);
  expect(await json("circuit update C-1 --status planned")).toMatchObject({ status: "planned" });
  expect(await bench.cadastre("datacenter delete fra1 --yes")).toMatchObject({ code: 7, err: expect.stringContaining("1 circuit") });
  expect(await json("circuit history C-1")).toHaveLength(2);
});

test("values of custom fields of a declared kind have the type of the field", async () => {
  await bench.out("field create --record circuit --name cost --type number");
  await bench.out("circuit create --name C-2 --provider Acme --field cost=12.5");
  expect(await json("circuit get C-2")).toMatchObject({ fields: { cost: 12.5 } });
  expect(await json("circuit list --field cost=12.5")).toMatchObject([{ name: "C-2" }]);
});

test("records of a declared kind are deleted by name after a dry run", async () => {
  await bench.out("circuit create --name C-3 --provider Acme");
  expect(await bench.cadastre("circuit delete C-3 --dry-run")).toMatchObject({ code: 0, out: expect.stringContaining("circuit") });
  expect(await bench.cadastre("circuit delete C-3 --yes")).toMatchObject({ code: 0, err: "deleted C-3\n" });
  expect(await bench.cadastre("circuit get C-3")).toMatchObject({ code: 6, err: 'cadastre: unknown circuit "C-3"\n' });
});
