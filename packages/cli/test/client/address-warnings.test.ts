import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../support/client.ts";

describe("a device whose addresses are written", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("sqlite");
    for (const name of ["fra1", "ber1"]) await bench.out(`datacenter create --name ${name} -q`);
    await bench.out("network create --name office --subnet 10.1.0.0/16 --datacenter fra1 -q");
    await bench.out("network create --name lab --subnet 10.2.0.0/24 --datacenter ber1 -q");
    await bench.out("network create --name wide --subnet 10.0.0.0/8 --datacenter ber1 -q");
    await bench.out("device create --name web-1 --datacenter fra1 --address 10.1.0.7 -q");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  const warned = async (args: string): Promise<readonly string[]> => {
    const { code, out, err } = await bench.cadastre(`${args} -o ids`);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^[\da-f-]{36}\n$/) });
    return err
      .trimEnd()
      .split("\n")
      .filter((line) => line !== "");
  };

  it("is told of another that holds one in the same address space, and of none elsewhere", async () => {
    expect(await warned("device create --name web-2 --datacenter fra1 --address 10.1.0.7")).toEqual([
      "warning: 10.1.0.7 is also assigned to web-1 (fra1)",
    ]);
    // In another datacenter the same address is another one.
    expect(await warned("device create --name web-3 --datacenter ber1 --address 10.2.0.7")).toEqual([]);
    expect(await warned("device create --name web-4 --address 192.0.2.1")).toEqual([]);
    expect(await warned("device create --name web-5 --address 192.0.2.1")).toEqual(["warning: 192.0.2.1 is also assigned to web-4"]);
  });

  it("is told of those of other datacenters of a space that they share", async () => {
    await bench.out("space create --name red -q");
    for (const name of ["ham1", "muc1"]) await bench.out(`datacenter create --name ${name} --space red -q`);
    await bench.out("device create --name db-1 --datacenter ham1 --address 192.168.50.1 -q");
    expect(await warned("device create --name db-2 --datacenter muc1 --address 192.168.50.1")).toEqual([
      "warning: 192.168.50.1 is also assigned to db-1 (ham1)",
    ]);
    await bench.out("network create --name plan --subnet 192.168.60.0/24 --space red -q");
    await bench.out("device create --name db-3 --datacenter ham1 --address 192.168.60.1 -q");
    expect(await warned("device create --name db-4 --datacenter muc1 --address 192.168.60.1")).toEqual([
      "warning: 192.168.60.1 is also assigned to db-3 (ham1)",
    ]);
    expect(await warned("device create --name db-5 --datacenter fra1 --address 192.168.50.1")).toEqual([]);
  });

  it("is told of the network of a datacenter that it is not in, the smallest one", async () => {
    expect(await warned("device create --name out --datacenter fra1 --address 10.2.0.9")).toEqual([
      "warning: 10.2.0.9 lies in the network lab (10.2.0.0/24) of ber1, but out is in fra1",
    ]);
    expect(await warned("device create --name none --address 10.2.0.10")).toEqual([
      "warning: 10.2.0.10 lies in the network lab (10.2.0.0/24) of ber1, but none is in no datacenter",
    ]);
    expect(await warned("device update none --datacenter ber1")).toEqual([]);
    expect(await warned("device update none --datacenter fra1")).toEqual([
      "warning: 10.2.0.10 lies in the network lab (10.2.0.0/24) of ber1, but none is in fra1",
    ]);
  });

  it("is not looked at when nothing of that is written, or nobody wants to know", async () => {
    expect(await warned("device update web-2 --tag a")).toEqual([]);
    expect(await warned("device create --name quiet --datacenter fra1 --address 10.1.0.7 --quiet")).toEqual([]);
    const { err } = await bench.cadastre("device update web-2 --tag b -v -o ids");
    expect(err).not.toContain("/api/search");
  });
});
