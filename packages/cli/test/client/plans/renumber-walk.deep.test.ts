import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench, PASSWORD } from "../../support/client.ts";

// docs/guides/renumber.md, as it is written: a /24 with 200 devices moves, is planned by one and applied by another, and comes back.

const DEVICES = 200;

describe.each(["sqlite", "postgresql"] as const)("renumbering a /24 with 200 devices on %s", (storage) => {
  let bench: Bench;
  /** Keys of those who plan and who apply. */
  const keys = { ada: "", grace: "" };
  beforeAll(async () => {
    bench = await openBench(storage, { PLAN_REVIEW: "other" });
    for (const [name, role] of [
      ["ada", "proposer"],
      ["grace", "operator"],
    ] as const) {
      await bench.out(`user create --username ${name} --role ${role} --password-stdin --quiet`, `${PASSWORD}\n`);
      keys[name] = (await bench.out(`key create --user ${name} --name walk --quiet`)).trim();
    }
    await bench.out("datacenter create --name fra1 --quiet");
    await bench.out("network create --name servers --subnet 10.20.1.0/24 --datacenter fra1 --quiet");
    const rows = Array.from({ length: DEVICES }, (_, index) => `web-${index + 10},10.20.1.${index + 10},fra1`);
    await bench.out("import - --as csv --type device --apply --yes --quiet", ["name,addresses,datacenter", ...rows, ""].join("\n"));
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  const as = async (who: keyof typeof keys, line: string) => await bench.cadastre(line, { environment: { SERVICE_API_TOKEN: keys[who] } });
  const textAs = async (who: keyof typeof keys, line: string): Promise<string> => {
    const { code, out, err } = await as(who, line);
    expect(code, `${line}: ${out}${err}`).toBe(0);
    return out;
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  const whole = async (plan: string): Promise<any> => JSON.parse(await textAs("grace", `plan get ${plan} -o json`));
  const holderOf = async (ip: string): Promise<string> => await bench.out(`ip ${ip}`);

  it("is planned, looked at, applied by somebody else and taken back, by command", async () => {
    const plan = (await textAs("ada", "network renumber 10.20.1.0/24 --subnet 10.30.1.0/24 -o ids")).trim();
    const shown = await textAs("ada", `plan get ${plan}`);
    expect(shown).toMatch(/^title +Renumber servers from 10\.20\.1\.0\/24 to 10\.30\.1\.0\/24$/m);
    expect(shown).toMatch(/^update +network +servers +subnet: 10\.20\.1\.0\/24 → 10\.30\.1\.0\/24$/m);
    expect(shown.match(/^update +device +web-\d+ +addresses: 10\.20\.1\.(\d+) → 10\.30\.1\.\1$/gm)).toHaveLength(DEVICES);
    expect(await holderOf("10.30.1.10")).toMatch(/^state +free$/m);
    expect((await as("ada", `plan apply ${plan} --yes`)).err).toContain("plan:apply");
    expect(await textAs("grace", "plan list --status open")).toContain(plan);
    await textAs("grace", `plan apply ${plan} --yes`);
    expect(await holderOf("10.30.1.209")).toMatch(/^devices +name=web-209$/m);
    expect(await textAs("ada", "device history web-10")).toContain("addresses: 10.20.1.10 → 10.30.1.10");
    const { change_id: change } = await whole(plan);
    const undo = (await textAs("ada", `change undo ${change} -o ids`)).trim();
    expect(await textAs("grace", `plan get ${undo}`)).toContain("addresses: 10.30.1.10 → 10.20.1.10");
    await textAs("grace", `plan apply ${undo} --yes`);
    expect(await holderOf("10.20.1.209")).toMatch(/^devices +name=web-209$/m);
    expect(await holderOf("10.30.1.209")).toMatch(/^state +free$/m);
  });

  it("is proposed by an AI client, which cannot apply it", async () => {
    const client = new Client({ name: "walk", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${keys.ada}` } };
    const url = new URL("/mcp?toolsets=core,plans", bench.server.url);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
    const call = async (name: string, args: Record<string, unknown>): Promise<any> => {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
      return isError === true ? JSON.stringify(content) : structuredContent;
    };
    const { record, cut } = await call("network_renumber", { id: "10.20.1.0/24", subnet: "10.30.1.0/24" });
    expect(record).toMatchObject({ status: "open", created_by: { username: "ada" } });
    // What is left out of a short answer is said, and read page by page.
    expect(cut).toEqual([{ path: "record.effects.records", shown: expect.any(Number), of: DEVICES + 1 }]);
    const first = await call("plan_get", { id: record.id });
    const second = await call("plan_get", { id: record.id, cursor: first.next_cursor });
    expect(second.record.effects.records[0]).toEqual((await whole(record.id)).effects.records[first.record.effects.records.length]);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("plan_apply");
    expect(await call("plan_apply", { id: record.id })).toContain("FORBIDDEN");
    await textAs("grace", `plan apply ${record.id} --yes`);
    const [{ change_id: change }] = (await call("device_history", { id: "web-10" })).items;
    const { record: undo } = await call("change_undo", { change_id: change });
    expect(undo).toMatchObject({ undoes: change });
    await textAs("grace", `plan apply ${undo.id} --yes`);
    await client.close();
    expect(await holderOf("10.20.1.10")).toMatch(/^devices +name=web-10$/m);
  });
});
