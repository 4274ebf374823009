import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../support/client.ts";

describe("names wherever ids go", () => {
  let bench: Bench;
  const jsonOf = async (args: string): Promise<unknown> => JSON.parse(await bench.out(`${args} -o json`));
  const idOf = async (args: string): Promise<string> => (await bench.out(`${args} -q -o ids`)).trim();
  /** Requests that a command makes. */
  const requestsOf = async (args: string): Promise<readonly string[]> => {
    const { err } = await bench.cadastre(`${args} -v`);
    return err.split("\n").flatMap((line) => /^(?:GET|POST|PUT|DELETE) http:\/\/[^/]+(\/\S*) 2/.exec(line)?.[1] ?? []);
  };

  beforeAll(async () => {
    bench = await openBench("sqlite");
    await bench.out("datacenter create --name fra1 -q");
    await bench.out("datacenter create --name ber1 -q");
    await bench.out("network create --name office --subnet 10.1.0.0/24 --vlan 20 --datacenter fra1 -q");
    await bench.out("network create --name office --subnet 10.2.0.0/24 --vlan 20 --datacenter ber1 -q");
    await bench.out("network create --name office --subnet 10.3.0.0/24 -q");
    await bench.out("pool create fra1/office --name servers --start-ip 10.1.0.10 --end-ip 10.1.0.19 -q");
    await bench.out("pool create ber1/office --name servers --start-ip 10.2.0.10 --end-ip 10.2.0.19 -q");
    await bench.out("pool create 10.2.0.0/24 --name printers --start-ip 10.2.0.50 --end-ip 10.2.0.59 -q");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("take what a record is in before a slash, its subnet, its host name and its address", async () => {
    expect(await jsonOf("network next-ip ber1/office")).toEqual({ ip: "10.2.0.1" });
    expect(await jsonOf("network next-ip 10.3.0.0/24")).toEqual({ ip: "10.3.0.1" });
    expect(await jsonOf("network get /OFFICE")).toMatchObject({ subnet: "10.3.0.0/24", datacenter_id: null });
    expect(await jsonOf("pool next-ip printers")).toEqual({ ip: "10.2.0.50" });
    expect(await jsonOf("pool next-ip fra1/office/servers")).toEqual({ ip: "10.1.0.10" });
    await bench.out("device create --name web-1 --hostname web.example.com --datacenter fra1 --address 10.1.0.99 -q");
    for (const name of ["web-1", "fra1/web-1", "WEB.example.com", "10.1.0.99"])
      expect(await jsonOf(`device get ${name}`)).toMatchObject({ name: "web-1" });
    expect(await jsonOf("name fra1/office")).toMatchObject([{ type: "network", detail: "10.1.0.0/24" }]);
  });

  it("are those of VLANs in their group, and digits are their number", async () => {
    await bench.out("vlan-group create --name floor --datacenter fra1 -q");
    await bench.out("vlan create --vid 77 --name printers --group floor -q");
    await bench.out("network create --name spare --subnet 10.8.0.0/24 --datacenter fra1 -q");
    const vlan = await idOf("vlan get floor/printers");
    expect(await jsonOf("network update spare --vlan floor/printers")).toMatchObject({ vlan, vlan_id: 77 });
    expect(await jsonOf("network list --vlan printers")).toMatchObject([{ name: "spare" }]);
    expect(await jsonOf("network update spare --vlan 78")).toMatchObject({ vlan: null, vlan_id: 78 });
    expect(await jsonOf("network list --vlan 78")).toMatchObject([{ name: "spare" }]);
    expect(await jsonOf(`network update spare --vlan ${vlan}`)).toMatchObject({ vlan, vlan_id: 77 });
    expect(await jsonOf("network update spare --vlan-id 77")).toMatchObject({ vlan, vlan_id: 77 });
    expect(await jsonOf("vlan-group next-vid floor")).toEqual({ vid: 1 });
    expect(await jsonOf("vlan-group allocate floor --count 2 --name desk")).toMatchObject({
      vlans: [{ name: "desk-1" }, { name: "desk-2" }],
    });
    await bench.out("vlan-group delete floor --vlans delete --yes -q");
    expect(await jsonOf("network get spare")).toMatchObject({ vlan: null, vlan_id: 77 });
    await bench.out("network delete spare --yes -q");
  });

  it("are refused with what to type for each when several are called so", async () => {
    const { code, err, out } = await bench.cadastre("network get office");
    expect({
      code,
      out,
      lines: err
        .trim()
        .split("\n")
        .map((line) => line.trim())
        .toSorted(),
    }).toEqual({
      code: 2,
      out: "",
      lines: [
        "/office      10.3.0.0/24, in no datacenter",
        "ber1/office  10.2.0.0/24, in ber1",
        'cadastre: 3 networks match "office"; select one of:',
        "fra1/office  10.1.0.0/24, in fra1",
      ],
    });
    for (const space of ["red", "blue"]) {
      await bench.out(`space create --name ${space} -q`);
      await bench.out(`network create --name vpn --subnet 10.8.0.0/24 --datacenter fra1 --space ${space} -q`);
    }
    const alike = await bench.cadastre("network get fra1/vpn");
    expect(alike.err).toMatch(/^ {2}red\/vpn +10\.8\.0\.0\/24, in fra1, space red$/m);
    expect(await jsonOf("network get red/vpn")).toMatchObject({ name: "vpn" });
    await bench.out("network delete red/vpn blue/vpn --yes -q");
    await bench.out("space delete red blue --yes -q");
    const pools = await bench.cadastre("pool get office/servers");
    expect(pools).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^ {2}fra1\/office\/servers +10\.1\.0\.10 - 10\.1\.0\.19, in fra1$/m),
    });
    for (const name of ["fra1/office/servers", "ber1/office/servers"])
      expect(await jsonOf(`pool get ${name}`)).toMatchObject({ name: "servers" });
    // Devices of one name in one place have their host names, and else their ids.
    await bench.out("device create --name twin --hostname a.example.com --datacenter fra1 -q");
    const plain = await idOf("device create --name twin --datacenter fra1");
    const twins = await bench.cadastre("device get twin");
    expect(twins.err).toMatch(/^ {2}a\.example\.com +a\.example\.com, in fra1$/m);
    expect(twins.err).toMatch(new RegExp(`^ {2}${plain} +in fra1$`, "m"));
    expect(await bench.cadastre("network get nowhere/office")).toMatchObject({
      code: 6,
      err: 'cadastre: unknown network "nowhere/office"\n',
    });
  });

  it("are those of spaces; of a list also of datacenters, for their private ones, and none for the common one", async () => {
    const red = await idOf("space create --name red");
    expect(await jsonOf("network create --name apart --subnet 10.1.0.0/24 --space red -q")).toMatchObject({ space_id: red });
    const hamburg = await idOf("datacenter create --name ham1 --space red");
    expect(await jsonOf("datacenter list --space red")).toMatchObject([{ id: hamburg }]);
    const subnets = async (space: string): Promise<unknown> =>
      ((await jsonOf(`network list --space ${space}`)) as { name: string; subnet: string }[]).map(
        ({ name, subnet }) => `${name} ${subnet}`,
      );
    expect([await subnets("RED"), await subnets("fra1"), await subnets("none")]).toEqual([
      ["apart 10.1.0.0/24"],
      ["office 10.1.0.0/24"],
      ["office 10.3.0.0/24"],
    ]);
    expect(await bench.out("network list --space red")).toMatch(/^apart .* red$/m);
    expect(await bench.cadastre("network list --space green")).toMatchObject({ code: 6, err: 'cadastre: unknown space "green"\n' });
    expect(await bench.cadastre("network update apart --space fra1")).toMatchObject({ code: 6, err: 'cadastre: unknown space "fra1"\n' });
    await bench.out("network delete apart --yes");
    await bench.out("datacenter delete ham1 --yes");
    await bench.out("space delete red --yes");
  });

  it("are those of networks around others, and none for networks that lie in no other", async () => {
    await bench.out("network create --name floor --subnet 10.1.0.128/25 --datacenter fra1 -q");
    const names = async (parent: string): Promise<unknown> =>
      ((await jsonOf(`network list --parent ${parent}`)) as { name: string }[]).map(({ name }) => name);
    expect([await names("fra1/office"), await names("none")]).toEqual([["floor"], ["office", "office", "office"]]);
    expect(await bench.cadastre("network list --parent attic")).toMatchObject({ code: 6, err: 'cadastre: unknown network "attic"\n' });
    await bench.out("network delete floor --yes");
  });

  it("are taken in flags, in nested fields and in files", async () => {
    const office = (await jsonOf("network get ber1/office")) as { id: string };
    expect(
      await jsonOf("device create --name a --datacenter-id ber1 --address ip=10.2.0.55,network=ber1/office,pool=printers -q"),
    ).toMatchObject({ addresses: [{ network_id: office.id }] });
    const { out } = await bench.cadastre("device create --from - -o json -q", {
      input: JSON.stringify({ name: "b", datacenter_id: "ber1", addresses: [{ ip: "10.2.0.91", network_id: "ber1/office" }] }),
    });
    expect(JSON.parse(out)).toMatchObject({ addresses: [{ network_id: office.id }] });
    expect(await jsonOf("device list --network ber1/office")).toHaveLength(2);
  });

  it("cost a request each, and ids none", async () => {
    const { id } = (await jsonOf("network get fra1/office")) as { id: string };
    expect(await requestsOf(`network get ${id} -o json`)).toEqual([`/api/networks/${id}`]);
    expect(await requestsOf("network get fra1/office -o json")).toEqual([expect.stringMatching(/^\/api\/names\?/), `/api/networks/${id}`]);
    expect(await requestsOf("device list --network fra1/office --datacenter fra1 -o json")).toHaveLength(3);
  });

  it("stand in tables in place of ids, with one request for all of a kind, and programs get ids", async () => {
    const table = await bench.out("network list");
    expect(table.split("\n")[0]).toMatch(/^NAME +SUBNET +STATUS +VLAN ID +DATACENTER +SPACE +TAGS$/);
    expect(table).toMatch(/^office +10\.1\.0\.0\/24 +active +20 +fra1$/m);
    expect(table).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
    expect(await requestsOf("network list")).toEqual(["/api/networks", expect.stringMatching(/^\/api\/names\?/)]);
    expect(await requestsOf("network list -o json")).toEqual(["/api/networks"]);
    expect(await bench.out("device get a")).toMatch(
      /^datacenter +ber1$[^]*^addresses +ip=10\.2\.0\.55 type=ipv4 network=office pool=printers$/m,
    );
    expect(await bench.out("pool list ber1/office")).toMatch(/^printers +office +10\.2\.0\.50/m);
    for (const format of ["json", "yaml", "csv"]) expect(await bench.out(`network list -o ${format}`)).toContain("datacenter_id");
  });
});

describe("allocating in one command", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("sqlite");
    await bench.out("datacenter create --name fra1 -q");
    await bench.out("network create --name office --subnet 10.1.0.0/24 --vlan 20 --datacenter fra1 -q");
    await bench.out("network create --name office6 --subnet 2001:db8::/64 --vlan 20 --datacenter fra1 -q");
    await bench.out("network create --name lab --subnet 10.2.0.0/24 --vlan 30 -q");
    await bench.out("network create --name bare --subnet 10.4.0.0/24 --vlan 40 -q");
    await bench.out("pool create office --name servers --start-ip 10.1.0.10 --end-ip 10.1.0.19 -q");
    await bench.out("pool create lab --name low --start-ip 10.2.0.10 --end-ip 10.2.0.19 -q");
    await bench.out("pool create lab --name high --start-ip 10.2.0.20 --end-ip 10.2.0.29 -q");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it.each([
    ["--network office", "10.1.0.10"],
    ["--network 10.1.0.0/24", "10.1.0.11"],
    ["--vlan 20 --datacenter fra1", "10.1.0.12"],
    ["--vlan 20", "10.1.0.13"],
    ["--pool servers", "10.1.0.14"],
    ["--pool servers --network office --datacenter fra1", "10.1.0.15"],
    ["--network lab --ip 10.2.0.25", "10.2.0.25"],
    ["--pool lab/high --key build-7 --note build", "10.2.0.20"],
    ["--pool lab/high --key build-7 --note build", "10.2.0.20"],
  ])("takes %s", async (where, ip) => {
    const { allocations } = JSON.parse(await bench.out(`allocate ${where} -o json`)) as { allocations: { ip: string }[] };
    expect(allocations).toMatchObject([{ ip }]);
  });

  it.each([
    [
      "several pools, with each of them",
      "--network lab",
      2,
      /lab has 2 pools; select one of:\n {2}--pool lab\/(?:high|low) +10\.2\.0\.\d+ - [^]*--pool lab\/(?:high|low) /,
    ],
    ["a network without a pool", "--vlan 40", 6, /VLAN 40 has no pool[^]*cadastre pool create/],
    ["a VLAN that is in no network", "--vlan 99", 6, /no network with VLAN 99/],
    ["an address that is in no pool", "--network lab --ip 10.2.0.99", 6, /no pool of lab holds 10\.2\.0\.99/],
    ["no place", "", 2, /--pool NAME, --network NAME or --vlan NUMBER/],
    ["two places", "--network lab --vlan 30", 2, /--pool NAME, --network NAME or --vlan NUMBER/],
  ])("refuses %s", async (_, where, code, text) => {
    expect(await bench.cadastre(`allocate ${where}`.trim())).toMatchObject({ code, out: "", err: expect.stringMatching(text) });
  });
});
