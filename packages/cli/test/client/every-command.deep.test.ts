import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bench, openBench, PASSWORD, said } from "../support/client.ts";
import { neverDone } from "../support/command-tree.ts";
import { ENCRYPTION_KEY, run, runsSoFar, serve } from "../support/command.ts";
import { freePort } from "../support/oauth-server.ts";
import { Program } from "../support/program.ts";

/** The command lines of files before this one. */
const BEFORE = runsSoFar().length;

const ID = /^[\da-f-]{36}\n$/;

/** A server that programs may ask for access, and whose scans are slow enough to be cancelled. */
async function openWholeBench(): Promise<Bench> {
  const place = `127.0.0.1:${await freePort()}`;
  return await openBench("sqlite", {
    LISTEN_ADDR: place,
    MCP_OAUTH_ENABLED: "true",
    MCP_OAUTH_ISSUER_URL: `http://${place}`,
    COOKIE_SECURE: "false",
    DISCOVERY_RATE: "20",
  });
}

describe("every command, against a server", () => {
  // Storage is the operations' matter, which have their tests on both; commands on PostgreSQL are in embedded.test.ts.
  it("does its work", async () => {
    await using bench = await openWholeBench();
    const out: Bench["out"] = async (args, input) => await bench.out(args, input);
    const idOf = async (args: string | readonly string[], input?: string): Promise<string> => {
      const id = await out(typeof args === "string" ? `${args} -o ids` : [...args, "-o", "ids"], input);
      expect(id).toMatch(ID);
      return id.trim();
    };
    const jsonOf = async (args: string): Promise<unknown> => JSON.parse(await out(`${args} -o json`));

    expect(await jsonOf("whoami")).toMatchObject({ username: "root", is_admin: true });
    expect(await out("whoami")).toMatch(/^roles +admin$[^]*^ +device=create, delete, list, read, update$/m);
    expect(await jsonOf("server info")).toMatchObject({ edition: "community" });
    expect(await jsonOf("server manifest")).toMatchObject({
      operations: expect.arrayContaining([expect.objectContaining({ id: "devices.list" })]),
    });
    expect(await out("profile list")).toMatch(/default .*session/);
    await out("profile use default");

    // Places, networks and pools, by names wherever there are some.
    const red = await idOf("space create --name red --rd 65000:1");
    expect(await jsonOf("space update red --description customer")).toMatchObject({ id: red, rd: "65000:1" });
    expect(await jsonOf("space history red")).toMatchObject([{ action: "update" }, { action: "create" }]);
    expect(await jsonOf("space get RED")).toMatchObject({ id: red, description: "customer" });
    expect(await jsonOf("space list --name re")).toMatchObject([{ id: red }]);
    await out(`space bulk-update --id ${red} --set description=customers`);
    const spareSpace = await idOf("space create --name spare");
    await out(`space bulk-delete --id ${spareSpace} --yes`);
    const fra = await idOf("datacenter create --name fra1 --location Frankfurt");
    await out(`datacenter bulk-update --id ${fra} --set description=site`);
    const spareSite = await idOf("datacenter create --name spare");
    await out(`datacenter bulk-delete --id ${spareSite} --yes`);
    await out("vlan-group create --name access --datacenter fra1 --min-vid 10");
    expect(await jsonOf("vlan-group next-vid access")).toEqual({ vid: 10 });
    expect(await jsonOf("vlan-group allocate access --name voice")).toMatchObject({ vlans: [{ vid: 10, name: "voice" }] });
    expect(await jsonOf("vlan-group update access --max-vid 100")).toMatchObject({ min_vid: 10, max_vid: 100 });
    expect(await jsonOf("vlan-group adopt access")).toHaveProperty("id");
    const vlan = await idOf("vlan create --vid 20 --group access");
    expect(await jsonOf("vlan update access/voice --status reserved")).toMatchObject({ status: "reserved" });
    expect(await jsonOf("vlan list --group access")).toHaveLength(2);
    expect(await jsonOf(`vlan get ${vlan}`)).toMatchObject({ name: "VLAN 20" });
    expect(await jsonOf("vlan history access/voice")).toHaveLength(2);
    await out(`vlan bulk-update --id ${vlan} --set description=desks`);
    await out(`vlan bulk-delete --id ${vlan} --yes`);
    await out("vlan delete access/voice --yes");
    const group = await idOf("vlan-group get access");
    expect(await jsonOf("vlan-group list")).toMatchObject([{ id: group }]);
    expect(await jsonOf("vlan-group history access")).toHaveLength(2);
    await out(`vlan-group bulk-update --id ${group} --set description=floors`);
    const spare = await idOf("vlan-group create --name spare");
    await out(`vlan-group bulk-delete --id ${spare} --yes`);
    await out("vlan-group delete access --yes");
    expect(await jsonOf("datacenter update fra1 --description first")).toMatchObject({
      id: fra,
      description: "first",
      location: "Frankfurt",
    });
    expect(await jsonOf("datacenter get FRA1")).toMatchObject({ id: fra });
    expect(await jsonOf("datacenter list --name fra")).toMatchObject([{ id: fra }]);
    const office = await idOf("network add --name office --subnet 10.0.0.0/24 --vlan 12 --datacenter fra1");
    expect(await jsonOf("network list --datacenter-id fra1 --vlan 12")).toMatchObject([{ id: office, datacenter_id: fra }]);
    expect(await jsonOf("network get 10.0.0.0/24")).toMatchObject({ id: office });
    expect(await jsonOf("network update --id office --vlan 0")).toMatchObject({ vlan_id: null });
    const pool = await idOf("pool create office --name p --start-ip 10.0.0.10 --end-ip 10.0.0.99 --tag a");
    expect(await jsonOf("pool list --network office --tag a")).toMatchObject([{ id: pool }]);
    expect(await jsonOf(`pool update ${pool} --end-ip 10.0.0.200`)).toMatchObject({ end_ip: "10.0.0.200" });
    expect(await jsonOf(`pool get ${pool}`)).toMatchObject({ tags: ["a"] });
    expect(await jsonOf(`pool next-ip ${pool}`)).toEqual({ ip: "10.0.0.10" });
    const [held = ""] = (await out(`pool allocate ${pool} --count 2 --ttl-seconds 600 --key job-7 -o ids`)).split("\n");
    expect(await jsonOf(`pool allocations ${pool}`)).toHaveLength(2);
    expect(await jsonOf(`pool allocation ${held}`)).toMatchObject({ ip: "10.0.0.10" });
    await out(`pool update ${pool} --quarantine-seconds 60`);
    await out(`pool release ${held}`);
    expect(await jsonOf(`pool next-ip ${pool} --evidence ignore`)).toMatchObject({ skipped: [{ ip: "10.0.0.10", reason: "quarantined" }] });
    await out("pool end-quarantine 10.0.0.10");
    expect(await jsonOf("ip 10.0.0.10")).toMatchObject({ state: "free", quarantined_until: null });
    await out(`pool update ${pool} --quarantine-seconds 0`);
    expect(await jsonOf("network next-ip office")).toEqual({ ip: "10.0.0.1" });
    expect(await jsonOf("name fra1/office")).toMatchObject([{ id: office }]);
    expect(await jsonOf("allocate --network office --ip 10.0.0.150 --ttl-seconds 600")).toMatchObject({
      allocations: [{ ip: "10.0.0.150" }],
    });
    expect(await jsonOf(`pool history ${pool}`)).toMatchObject([
      { action: "update", changes: { quarantine_seconds: { before: 60, after: 0 } } },
      { action: "update", changes: { quarantine_seconds: { before: 0, after: 60 } } },
      { action: "update", changes: { end_ip: { before: "10.0.0.99", after: "10.0.0.200" } } },
      { action: "create" },
    ]);
    expect(await jsonOf("network history office")).toMatchObject([
      { action: "update", changes: { vlan_id: { before: 12, after: null } } },
      { action: "create" },
    ]);
    expect(await jsonOf("network utilization-history office")).toMatchObject({ points: [{ used: 0 }], forecast: null });
    expect(await jsonOf(`pool utilization-history ${pool} --to 2020-01-01T00:00:00Z`)).toEqual({ points: [], forecast: null });
    expect(await jsonOf(`pool utilization-history ${pool} --from 2020-01-01T00:00:00Z`)).toMatchObject({ points: [{ used: 2 }] });
    expect(((await jsonOf("datacenter history fra1")) as unknown[]).at(-1)).toMatchObject({ action: "create" });
    expect(await jsonOf("datacenter history fra1 --inside true")).toContainEqual(
      expect.objectContaining({ action: "create", record: expect.objectContaining({ type: "network" }) }),
    );
    await out(`pool forget-key job-7 --pool-id ${pool}`);
    const floor = await idOf("network create --name floor --subnet 10.0.0.128/25 --datacenter fra1");
    expect(await jsonOf("network children office")).toMatchObject([{ id: floor, parent_id: office, child_count: 0 }]);
    expect(await out("network children office")).toMatch(/ UTILIZATION +CHILD COUNT\nfloor .* 0 +0\n$/);
    expect(await jsonOf("network roots --limit 1")).toMatchObject([{ id: office, child_count: 1 }]);
    expect(await jsonOf("network list --parent-id office --family 4 --contains 10.0.0.200")).toMatchObject([{ id: floor }]);
    await out("network delete floor --yes");
    // The same command gives the same network.
    const team = "network allocate --parent 10.0.0.0/24 --length 28 --key team-a";
    expect(await jsonOf(team)).toMatchObject({ networks: [{ name: "team-a", subnet: "10.0.0.208/28", datacenter_id: fra }] });
    expect(await jsonOf(team)).toMatchObject({ networks: [{ name: "team-a", subnet: "10.0.0.208/28" }] });
    expect(await bench.cadastre(team)).toMatchObject({ code: 0, err: "the key was used before: this is what it was given then\n" });
    expect(await bench.cadastre("network allocate office --length 32 --name one -q")).toMatchObject({ code: 0, err: "" });
    await out("network delete 10.0.0.208/28 one --yes");
    await out("pool forget-key team-a --network-id office");
    const keyed = "network create --name keyed --subnet 10.8.0.0/24 --idempotency-key ticket-1";
    expect(await idOf(keyed)).toBe(await idOf(keyed));
    await out("network delete keyed --yes");

    // Devices, and what is between them.
    const web = await idOf(
      "device create --name web-1 --datacenter fra1 --address ip=10.0.0.20,label=eth0,port=22 --address 10.0.0.21 --tag production " +
        "--tags a,b",
    );
    expect(await jsonOf("device get web-1")).toMatchObject({
      id: web,
      tags: ["production", "a", "b"],
      addresses: [{ ip: "10.0.0.20", port: 22, label: "eth0" }, { ip: "10.0.0.21" }],
    });
    expect(await out(`pool heatmap ${pool}`)).toMatch(/10\.0\.0\.10 +\.r\.+##\./);
    expect(await jsonOf("network utilization office")).toMatchObject({ used_ips: 2 });
    expect(await jsonOf("network utilizations")).toMatchObject([{ network_id: office, used_ips: 2 }]);
    expect(await jsonOf("network free-prefixes office --length 28 --limit 1")).toEqual([{ cidr: "10.0.0.208/28", size: 16 }]);
    expect(await out("network heatmap office")).toMatch(/^office: 10\.0\.0\.0 to 10\.0\.0\.255\n10\.0\.0\.0 +r\.+r/);
    for (const args of [
      "network devices office",
      "datacenter devices fra1",
      "device list --tag production --tag a --network 10.0.0.0/24",
      "device search 10.0.0.20",
    ]) {
      expect(await jsonOf(args)).toMatchObject([{ id: web }]);
    }
    // What was read may be changed and sent back.
    const yaml = (await out("device get web-1 -o yaml")).replace(/^os: .*$/m, "os: linux");
    expect(JSON.parse(await out("device update web-1 --from - -o json", yaml))).toMatchObject({
      os: "linux",
      addresses: [{ ip: "10.0.0.20" }, { ip: "10.0.0.21" }],
    });
    expect(await jsonOf("device update web-1 --tag=")).toMatchObject({ tags: [] });
    expect(await jsonOf("ip 10.0.0.20")).toMatchObject({ ip: "10.0.0.20", devices: [{ name: "web-1" }], history: [{ to: null }] });
    expect(await jsonOf("ip 10.0.0.20 --at 2020-01-01 --space red")).toMatchObject({ space_id: red, devices: [], history: [] });
    expect(await out("ip 10.0.0.20")).toMatch(/^state +held$/m);
    expect(await jsonOf("device history web-1")).toMatchObject([
      { action: "update", changes: { tags: { before: ["production", "a", "b"], after: [] } } },
      { action: "update", changes: { os: { after: "linux" } } },
      { action: "create", by: { username: expect.any(String) }, changes: { name: { before: null, after: "web-1" } } },
    ]);
    const file = join(bench.home, "devices.json");
    await writeFile(file, JSON.stringify([{ name: "rack-1" }, { name: "web-2" }]));
    expect((await out(`device create --from ${file} --location cellar -o ids`)).split("\n")).toHaveLength(3);
    const table = join(bench.home, "devices.csv");
    await writeFile(table, "name\nweb-1\n");
    expect(await out(`import ${table} --as csv -q`)).toMatch(/create +device +web-1/);
    await out("relationship create rack-1 contains web-1");
    expect(await jsonOf("relationship list")).toHaveLength(1);
    expect(await jsonOf("relationship list web-1")).toMatchObject([{ child_id: web, type: "contains" }]);
    expect(await jsonOf("device related web-1 --type contains")).toMatchObject([{ name: "rack-1" }]);
    expect(await jsonOf("device status-counts")).toMatchObject({ active: 3 });
    expect(await jsonOf("dashboard")).toMatchObject({ counts: { devices: expect.any(Number) } });
    expect(await jsonOf("search web-1")).toMatchObject({ results: [{ type: "device", name: "web-1" }] });
    expect(await out("relationship delete rack-1 contains web-1 --dry-run")).toContain(web);
    await out("relationship delete rack-1 contains web-1 --yes");
    await out("device create --name twin --address 10.0.0.20 --datacenter fra1");
    const [conflict] = (await jsonOf("conflict list --status active")) as { id: string; type: string }[];
    expect(conflict?.type).toBe("duplicate_ip");
    expect(await jsonOf("conflict detect")).toMatchObject({ count: 1 });
    expect(await jsonOf(`conflict get ${conflict?.id}`)).toMatchObject({ ip_address: "10.0.0.20" });
    expect(await jsonOf(`conflict ignore ${conflict?.id} --notes shared`)).toMatchObject({ status: "ignored" });
    expect(await jsonOf(`conflict resolve ${conflict?.id} --keep-device web-1`)).toMatchObject({ status: "resolved" });

    // Many at once.
    await out("device create --name many-1 --tag many -q");
    await out("device create --name many-2 --tag many -q");
    const many = await jsonOf("device bulk-update --id many-1 --id many-2 --set os=bsd --add-tag more");
    expect(many).toEqual({ matched: 2, changed: 2 });
    expect(await jsonOf("device list --tag more")).toMatchObject([{ os: "bsd" }, { os: "bsd" }]);
    expect(await out("device bulk-delete --filter tags=more --dry-run")).toContain("many-2");
    const asked = await bench.cadastre("device bulk-delete --filter tags=more");
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining("Delete many devices: 2 of them? No terminal")]);
    expect(await jsonOf("device bulk-delete --filter tags=more --yes")).toEqual({ matched: 2, changed: 2 });
    await out("network create --name many-net --subnet 10.77.0.0/24 -q");
    expect(await jsonOf("network bulk-update --filter within=10.77.0.0/16 --set vlan_id=77")).toEqual({ matched: 1, changed: 1 });
    expect(await jsonOf("network bulk-delete --id many-net --yes")).toEqual({ matched: 1, changed: 1 });

    // Plans: looked at, and then applied or not.
    const move = join(bench.home, "move.yaml");
    await writeFile(
      move,
      "title: Move web-2\nsteps:\n  - operation: networks.create\n    body: { name: moved, subnet: 10.30.0.0/24 }\n" +
        "  - operation: devices.create\n    body: { name: web-3, addresses: [{ ip: 10.30.0.2, network_id: $0.id }] }\n",
    );
    const plan = await idOf(`plan create --from ${move}`);
    expect(await jsonOf(`plan get ${plan}`)).toMatchObject({
      title: "Move web-2",
      stale: false,
      effects: { records: [{ name: "moved" }, { name: "web-3" }] },
    });
    expect(await jsonOf(`plan refresh ${plan}`)).toMatchObject({ status: "open" });
    expect(await jsonOf(`plan effects ${plan} --limit 1`)).toMatchObject({ records: [{ action: "create" }] });
    expect(await out(`plan apply ${plan} --dry-run`)).toContain("moved");
    expect(await jsonOf(`plan apply ${plan} --yes`)).toMatchObject({ status: "applied" });
    expect(await jsonOf("network devices moved")).toMatchObject([{ name: "web-3" }]);
    const wrong = await bench.cadastre(`plan create --title x --step operation=devices.delete`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("steps[0].params.id")]);
    const unwanted = await idOf(`plan create --from ${move} --title Again`);
    expect(await jsonOf(`plan reject ${unwanted} --note no`)).toMatchObject({ status: "rejected", note: "no" });
    expect(await jsonOf("plan list --status rejected")).toMatchObject([{ id: unwanted, title: "Again" }]);
    await out(`plan delete ${unwanted} --yes`);
    expect(await jsonOf("plan list --status rejected")).toEqual([]);
    const made = async (line: string): Promise<string> => ((await jsonOf(line)) as { title: string }).title;
    expect(await made("network split moved --length 25")).toBe("Split moved (10.30.0.0/24) into 2 × /25");
    expect(await made("network resize moved --subnet 10.30.0.0/23")).toBe("Resize moved from 10.30.0.0/24 to 10.30.0.0/23");
    await out("network create --name beside --subnet 10.30.1.0/24 -q");
    expect(await made("network merge moved --network beside")).toBe("Merge moved, beside into 10.30.0.0/23");
    await out("network delete beside --yes");
    const renumber = await idOf("network renumber moved --subnet 10.31.0.0/24");
    expect(await jsonOf(`plan apply ${renumber} --yes`)).toMatchObject({ status: "applied" });
    expect(await jsonOf("device get web-3")).toMatchObject({ addresses: [{ ip: "10.31.0.2" }] });
    const [{ change_id: moving }] = (await jsonOf("network history moved")) as [{ change_id: string }];
    const { id: moved } = (await jsonOf("device get web-3")) as { id: string };
    const dry = await jsonOf(`change undo ${moving} --record device/${moved} --dry-run`);
    expect(dry).toMatchObject({ undoes: moving, effects: { records: [{ type: "device", id: moved }] } });
    expect((await jsonOf("plan list --status open")) as object[]).not.toContainEqual(expect.objectContaining({ undoes: moving }));
    const undo = await idOf(`change undo ${moving}`);
    expect(await jsonOf(`plan apply ${undo} --yes`)).toMatchObject({ status: "applied", undoes: moving });
    expect(await jsonOf("device get web-3")).toMatchObject({ addresses: [{ ip: "10.30.0.2" }] });
    await out("network delete moved --yes");
    await out("device delete web-3 --yes");

    // Discovery.
    await out("network create --name here --subnet 127.9.9.0/30 -q");
    expect(await out("discovery scan here --type quick --watch")).toMatch(/status +completed/);
    const [scan] = (await jsonOf("scan list --network here --status completed")) as { id: string }[];
    expect(await jsonOf(`scan get ${scan?.id}`)).toMatchObject({ found_hosts: 2 });
    expect(await out(`scan watch ${scan?.id}`)).toMatch(/status +completed/);
    expect((await bench.cadastre(`scan cancel ${scan?.id}`)).code).toBe(7);
    await out("network create --name large --subnet 127.10.0.0/21 -q");
    const long = await idOf("discovery scan large --type quick");
    await out(`scan cancel ${long}`);
    await expect.poll(async () => await jsonOf(`scan get ${long}`)).toMatchObject({ status: "cancelled" });
    const found = (await jsonOf("discovery list here")) as { id: string }[];
    const [one = "", two = ""] = found.map(({ id }) => id);
    expect(await jsonOf(`discovery ignore ${two} --note spare`)).toMatchObject({ state: "ignored", ignore_note: "spare" });
    expect(await jsonOf("discovery list --state ignored")).toMatchObject([{ id: two }]);
    expect(await jsonOf(`discovery unignore ${two}`)).toMatchObject({ state: "unknown" });
    const { devices } = (await jsonOf(`discovery promote-many --id ${two}`)) as { devices: { id: string }[] };
    await out(`device delete ${devices[0]?.id} --yes`);
    expect(await jsonOf(`discovery promote ${one} --name printer-3`)).toMatchObject({ name: "printer-3" });
    expect(await out("discovery list here")).toMatch(/known/);
    expect(await jsonOf(`discovery accept ${one}`)).toMatchObject({ state: "known", differences: [] });
    expect(await jsonOf(`discovery link ${two} --device printer-3`)).toMatchObject({ state: "known" });
    expect(await jsonOf("discovery missing --network here")).toEqual([]);
    await out(`discovery delete ${found[1]?.id} --yes`);
    await out("discovery clear here --yes");
    await out(`scan delete ${scan?.id} --yes`);
    const rule = await idOf("rule create --network here --type quick --interval-hours 24 --no-enabled");
    expect(await jsonOf(`rule update ${rule} --exclude-ips 127.9.9.2`)).toMatchObject({ enabled: false, exclude_ips: "127.9.9.2" });
    expect(await jsonOf(`rule get ${rule}`)).toMatchObject({ interval_hours: 24 });
    expect(await out("rule list -o ids")).toBe(`${rule}\n`);
    expect(await jsonOf(`rule history ${rule}`)).toMatchObject([{ action: "update" }, { action: "create" }]);
    await out(`rule delete ${rule} --yes`);
    // A source of leases that nothing listens at, which its record tells.
    const source = await idOf("lease create --name dhcp --type kea-api --url http://127.0.0.1:9/ --network here --no-enabled");
    expect(await jsonOf("lease read dhcp")).toMatchObject({ last_error: expect.stringMatching(/./) });
    expect(await jsonOf("lease update dhcp --interval-minutes 60")).toMatchObject({ interval_minutes: 60, enabled: false });
    expect(await jsonOf("lease get dhcp")).toMatchObject({ id: source, has_password: false });
    expect(await jsonOf("lease leases dhcp")).toEqual([]);
    expect(await jsonOf("lease history dhcp")).toMatchObject([{ action: "update" }, { action: "create" }]);
    expect(await out("lease list -o ids")).toBe(`${source}\n`);
    await out("lease delete dhcp --yes");

    // Events and webhooks: the receiver refuses, and is reached over loopback by no delivery, which the delivery tells.
    expect(await jsonOf("event list --limit 2")).toMatchObject({ events: [{ event: "space.created" }, {}] });
    // Fields of one's own, whose texts become values of their types.
    await idOf("field create --record device --name owner --type text");
    await idOf("field create --record pool --name owner --type choice --choice gold --choice silver");
    await idOf("field create --record device --name units --type number");
    expect(await jsonOf("field update device/owner --label Keeper")).toMatchObject({ name: "owner", label: "Keeper" });
    expect(await jsonOf("field get units")).toMatchObject({ record: "device", type: "number" });
    expect(await jsonOf("field history device/owner")).toMatchObject([{ action: "update" }, { action: "create" }]);
    expect(await jsonOf("field list --record pool")).toMatchObject([{ choices: ["gold", "silver"] }]);
    expect(await jsonOf("device create --name fielded --field owner=ada=1 --field units=2")).toMatchObject({
      fields: { owner: "ada=1", units: 2 },
    });
    expect(await jsonOf("device update fielded --field owner=")).toMatchObject({ fields: { owner: null, units: 2 } });
    expect(await jsonOf("device list --field units=2")).toMatchObject([{ name: "fielded" }]);
    expect(await jsonOf("device list --field units=3")).toEqual([]);
    await out("device delete fielded --yes");
    for (const name of ["device/owner", "pool/owner", "units"]) await out(`field delete ${name} --values drop --yes`);
    const hook = await idOf(
      [
        "webhook",
        "create",
        "--name",
        "chat",
        "--url",
        "http://192.0.2.1/hook",
        "--event",
        "device.created",
        "--timeout-seconds",
        "1",
        "--secret-stdin",
      ],
      "a long enough secret\n",
    );
    expect(await jsonOf("webhook get chat")).toMatchObject({ id: hook, has_secret: true });
    expect(await jsonOf("webhook update chat --retry-count 0 --no-enabled")).toMatchObject({ retry_count: 0, enabled: false });
    expect(await out("webhook list -o ids")).toBe(`${hook}\n`);
    expect(await out("webhook events -o csv")).toContain("device.created");
    expect(await jsonOf("webhook ping chat")).toMatchObject({ delivery: { status: "failed" } });
    const [delivery] = (await jsonOf("webhook deliveries chat --status failed")) as { id: string }[];
    expect(await jsonOf(`webhook delivery chat ${delivery?.id}`)).toMatchObject({ event: "webhook.ping" });
    // A webhook that is off is sent nothing again.
    expect((await bench.cadastre(`webhook redeliver chat ${delivery?.id}`)).code).toBe(7);
    await out("webhook update chat --enabled");
    await out("device create --name told -q");
    const failed = async (): Promise<{ id: string; event: string }[]> =>
      (await jsonOf("webhook deliveries chat --status failed")) as { id: string; event: string }[];
    await expect.poll(async () => (await failed()).map(({ event }) => event)).toContain("device.created");
    await out(`webhook redeliver chat ${(await failed()).find(({ event }) => event === "device.created")?.id}`);
    await out("webhook delete chat --yes");

    // Switches that are asked by SNMP; nobody listens at this one.
    const listed = await idOf("snmp create --name access-1 --address 127.0.0.1 --port 9 --from -", '{"community": "a community"}');
    expect(await jsonOf("snmp update access-1 --description cellar")).toMatchObject({ id: listed, description: "cellar" });
    expect(await jsonOf("snmp get access-1")).toMatchObject({ version: "2c", port: 9 });
    expect(await out("snmp list -o csv")).toContain("access-1");
    expect(await jsonOf("snmp test access-1")).toMatchObject({ interfaces: 0, problem: expect.any(String) });
    expect(await jsonOf("snmp plan-links")).toMatchObject({ plan_id: null });
    await out("snmp delete access-1 --yes");

    // Agents, of which none runs here.
    const agent = (await jsonOf("agent create --name north --network here")) as { id: string; token: string };
    expect(await jsonOf("agent update north --label rack=a1")).toMatchObject({ id: agent.id, labels: { rack: "a1" } });
    expect(await jsonOf("agent get north")).toMatchObject({ status: "never" });
    expect(await out("agent list -o ids")).toBe(`${agent.id}\n`);
    expect(await jsonOf("agent renew-token north")).not.toMatchObject({ token: agent.token });
    await out("agent delete north --yes");

    // Programs that act in users' names.
    await (await new Program(bench.server.url, "2026-07-28").connectAs("root")).close();
    const [client] = (await jsonOf("oauth clients")) as { client_id: string }[];
    const [grant] = (await jsonOf("oauth grants")) as { id: string }[];
    await out(`oauth revoke ${grant?.id} --yes`);
    await out(`oauth delete-client ${client?.client_id} --yes`);
    for (const noun of ["clients", "grants"]) expect(await jsonOf(`oauth ${noun}`)).toEqual([]);

    // Users, keys, roles.
    const ann = (await out("user create --username ann --role viewer --password-stdin --profile default", PASSWORD)).trim();
    expect(await out("user list -o csv")).toContain("ann");
    expect(await jsonOf("user get ann")).toMatchObject({ id: ann, roles: [{ name: "viewer" }] });
    expect(await jsonOf("user update ann --email ann@example.com --no-active")).toMatchObject({ is_active: false });
    expect(await jsonOf("user update ann --active")).toMatchObject({ is_active: true, email: "ann@example.com" });
    const auditors = await idOf("role create --name auditors --permission audit:list --permission audit:read");
    expect(await jsonOf("role update auditors --description readers")).toMatchObject({ id: auditors });
    expect(await jsonOf("role get auditors")).toMatchObject({ permissions: [{ name: "audit:list" }, { name: "audit:read" }] });
    await out("user grant-role ann auditors");
    expect(await out("user roles ann -o csv")).toContain("auditors");
    expect(await out("user permissions ann -o csv")).toContain("audit:list");
    await out("user revoke-role ann auditors");
    await out("user password root --secrets-stdin", `${PASSWORD}\nanother long password\n`);
    await bench.out("login --username root --password-stdin", "another long password");
    await out("user reset-password ann --revoke-keys --password-stdin --profile default", "yet another password");
    expect(await out("role list -o csv")).toContain("auditors");
    expect(await out("role permissions -o csv")).toContain("audit:list");
    const key = (await out("key create --name ci --expires-at 2999-01-01T00:00:00Z --profile default")).trim();
    expect(key).toMatch(/^cad_/);
    expect(await jsonOf("key get ci")).toMatchObject({ name: "ci", expires_at: "2999-01-01T00:00:00.000Z" });
    expect((await bench.cadastre("device list -o ids", { environment: { SERVICE_API_TOKEN: key, HOME: "/nowhere" } })).code).toBe(0);
    expect(await out("key list -o csv")).toContain("ci");
    await out("key delete ci --yes");
    await out("role delete auditors --yes");
    await out("user delete ann --yes");

    // A server without users lets in whoever has the token that it prints.
    const fresh = await serve({ DATA_DIR: join(bench.home, "fresh") });
    const token = /"token":"([^"]+)"/.exec(fresh.out())?.[1] ?? "";
    const first = await bench.cadastre("server bootstrap --username first --secrets-stdin -o json", {
      input: `${PASSWORD}\n${token}\n`,
      environment: { SERVICE_API_URL: fresh.url },
    });
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('"is_admin": true') });
    expect((await fresh.stop()).code).toBe(0);

    // The audit log has it all.
    const [entry] = (await jsonOf("audit list --resource user --action delete")) as { id: string }[];
    expect(await jsonOf(`audit get ${entry?.id}`)).toMatchObject({ username: "root", resource_id: ann });
    expect(await out("audit export --format csv --resource user")).toContain(ann);

    // Records go out, and are known when they come back.
    const everything = join(bench.home, "everything.json");
    await writeFile(everything, await out("export all --as json"));
    expect(JSON.parse(await out(["import", everything, "--as", "json", "-o", "json"]))).toEqual([]);

    // What is left goes.
    const { next } = (await jsonOf("event list")) as { next: string };
    const tail = bench.start(`event tail --event device.deleted --after ${next} -o json`);
    await out("device delete web-1 web-2 rack-1 twin printer-3 told --yes");
    await said(tail, "told");
    tail.child.kill("SIGINT");
    const { out: events } = await tail.ended;
    expect(
      events
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { event: string }).event),
    ).toEqual(Array.from({ length: 6 }, () => "device.deleted"));
    await out(`pool delete ${pool} --yes`);
    await out("network delete office here large --yes");
    await out("datacenter delete fra1 --yes");
    await out("space delete red --yes");
    expect(await out("device list -o ids")).toBe("");
    await out("profile delete default");
    await bench.out("login --username root --password-stdin", "another long password");
    await out("logout");
    expect((await bench.cadastre("device list")).code).toBe(4);
    // The only one of these that works on the database itself.
    expect(await bench.cadastre("audit verify", { environment: { DATABASE_URL: bench.database, ENCRYPTION_KEY } })).toMatchObject({
      code: 0,
      err: expect.stringContaining("no findings"),
    });

    expect(await neverDone("clients", runsSoFar().slice(BEFORE))).toEqual([]);
  });
});

describe("what is not Cadastre", () => {
  it("is told, with where its address comes from", async () => {
    const page = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<h1>welcome</h1>")).listen(
      0,
      "127.0.0.1",
    );
    await once(page, "listening");
    const ended = await run(["device", "list"], {
      SERVICE_API_URL: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
      HOME: "/nowhere",
    });
    page.close();
    expect(ended).toMatchObject({ code: 5, out: "", err: expect.stringMatching(/is not Cadastre[^]*SERVICE_API_URL/) });
  });
});
