import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { completeLines } from "../../src/leases/files/lines.ts";
import { collectLeases } from "../../src/leases/reading/collect-leases.ts";
import { fileLeases } from "../../src/leases/reading/file-leases.ts";

type Format = Parameters<typeof fileLeases>[0];

/** When the recorded leases are looked at. */
const NOW = "2026-11-26T09:00:00.000Z";
const NINE_23 = "2026-11-26T09:23:32.000Z";
const EXPIRY = "2026-11-26T09:23:31.000Z";

const recorded = async (name: string): Promise<Buffer> => await readFile(new URL(`recordings/${name}`, import.meta.url));

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (format: Format, bytes: Buffer, size = 7, now = NOW) => {
  const { leases, unread } = await collectLeases(fileLeases(format, completeLines(cut(bytes, size))), now);
  return {
    unread,
    leases: [...leases.values()].map(({ ip, macAddress, hostname, expiresAt }) => [ip, macAddress, hostname, expiresAt]),
  };
};

const FORMATS: readonly (readonly [string, Format, Awaited<ReturnType<typeof read>>])[] = [
  [
    "dnsmasq.leases",
    "dnsmasq",
    {
      unread: 2,
      leases: [
        ["192.0.2.19", "02:00:00:00:00:05", "printer-7", EXPIRY],
        ["192.0.2.20", "02:00:00:00:00:06", "", null],
        // Hardware that is not Ethernet, and an invalid name: the lease counts all the same.
        ["192.0.2.22", "", "token-ring", EXPIRY],
        ["192.0.2.23", "02:00:00:00:00:09", "", EXPIRY],
        // The identifier of a client is no hardware address.
        ["2001:db8::19", "", "laptop", EXPIRY],
      ],
    },
  ],
  [
    "kea-leases4.csv",
    "kea-memfile",
    {
      unread: 2,
      leases: [
        ["192.0.2.11", "02:00:00:00:00:11", "host-11.example.com", EXPIRY],
        ["192.0.2.13", "02:00:00:00:00:13", "late", "2026-11-26T10:23:31.000Z"],
        ["192.0.2.15", "02:00:00:00:00:15", "for-ever", null],
      ],
    },
  ],
  ["kea-leases6.csv", "kea-memfile", { unread: 0, leases: [["2001:db8::11", "02:00:00:00:00:11", "host-11", EXPIRY]] }],
  [
    "dhcpd.leases",
    "isc-dhcpd",
    {
      // The last block has no end.
      unread: 1,
      leases: [
        ["192.0.2.10", "02:00:00:00:00:05", "printer-7", NINE_23],
        ["192.0.2.11", "", "", "2026-11-26T10:23:31.000Z"],
        ["192.0.2.12", "02:00:00:00:00:07", "", null],
        ["2001:db8::5", "", "", "2026-11-26T10:23:32.000Z"],
      ],
    },
  ],
];

describe.each(FORMATS)("%s", (name, format, expected) => {
  it("is read as the server means it, however it comes in pieces", async () => {
    const bytes = await recorded(name);
    for (const size of [1, 7, 64, 4096]) expect([size, await read(format, bytes, size)]).toEqual([size, expected]);
    expect(await read(format, Buffer.from(bytes.toString().replaceAll("\n", "\r\n")))).toEqual(expected);
  });

  it("tells nothing that is not in it when it is cut anywhere", async () => {
    const bytes = await recorded(name);
    const entries = async (part: Buffer): Promise<string[]> => {
      const all = await Array.fromAsync(fileLeases(format, completeLines(cut(part, 64))));
      return all.filter((entry) => entry !== undefined).map((entry) => JSON.stringify(entry));
    };
    const whole = await entries(bytes);
    for (let at = 0; at < bytes.length; at += 3) {
      const part = await entries(bytes.subarray(0, at));
      expect([at, part]).toEqual([at, whole.slice(0, part.length)]);
    }
  });

  it("survives bytes that no server writes", async () => {
    const bytes = await recorded(name);
    for (let round = 0; round < 40; round += 1) {
      const spoilt = Buffer.from(bytes);
      for (let n = 0; n < 20; n += 1) spoilt[(round * 7919 + n * 104_729) % spoilt.length] = (round * 31 + n * 17) % 256;
      const entries = await Array.fromAsync(fileLeases(format, completeLines(cut(spoilt, 64))));
      for (const entry of entries) {
        if (entry === undefined) continue;
        expect(entry.macAddress).toMatch(/^([0-9a-f]{2}(:[0-9a-f]{2}){5})?$/);
        expect(entry.hostname).toMatch(/^[\w.-]*$/);
      }
    }
  });
});

describe("a lease file without leases of addresses", () => {
  it("is empty, and not broken, when Kea only delegated prefixes", async () => {
    const lines = (await recorded("kea-leases6.csv")).toString().split("\n");
    const file = Buffer.from([lines[0], lines[2], ""].join("\n"));
    expect(await read("kea-memfile", file)).toEqual({ leases: [], unread: 0 });
  });

  it("is empty, and not broken, when dnsmasq only wrote its own identifier", async () => {
    expect(await read("dnsmasq", Buffer.from("duid 00:01:00:01:2f\n"))).toEqual({ leases: [], unread: 0 });
  });

  it("is empty, and not broken, when dhcpd only wrote its failover state", async () => {
    const file = Buffer.from('server-duid "x";\nfailover peer "ha" state {\n  my state normal at 2 2029/11/20 10:00:00;\n}\n');
    expect(await read("isc-dhcpd", file)).toEqual({ leases: [], unread: 0 });
  });
});

describe("lines", () => {
  it("that are too long are left out, and those around them are not", async () => {
    const long = `1795685011 02:00:00:00:00:05 192.0.2.1 ${"x".repeat(100_000)} *`;
    const bytes = Buffer.from(`1795685011 02:00:00:00:00:05 192.0.2.2 a *\n${long}\n1795685011 02:00:00:00:00:06 192.0.2.3 b *\n`);
    expect((await read("dnsmasq", bytes, 4096)).leases.map(([ip]) => ip)).toEqual(["192.0.2.2", "192.0.2.3"]);
  });

  it("of which none is a lease say that the type is wrong", async () => {
    await expect(read("dnsmasq", await recorded("kea-leases6.csv"))).rejects.toThrow("is the type of the source right?");
    await expect(read("kea-memfile", await recorded("dnsmasq.leases"))).rejects.toThrow("is the type of the source right?");
    expect(await read("dnsmasq", Buffer.alloc(0))).toEqual({ leases: [], unread: 0 });
  });
});

describe("very many entries", () => {
  it("are refused with a sentence, also of leases that are over", async () => {
    const over = { ip: "10.0.0.1", mac: "", hostname: "", expiresAt: EXPIRY, isHeld: false } as never;
    async function* endless(): AsyncGenerator<never> {
      for (;;) yield over;
    }
    await expect(collectLeases(endless(), NOW)).rejects.toThrow("There are more than 5000000 entries");
  });

  it("let others have turns, also in a chunk of lines that make no entry", async () => {
    let turns = 0;
    let next: NodeJS.Immediate | undefined;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    turn();
    const chunk = Buffer.from("x\n".repeat(300_000));
    async function* one(): AsyncGenerator<Buffer> {
      yield chunk;
    }
    let lines = 0;
    for await (const { text } of completeLines(one())) lines += text.length;
    clearImmediate(next);
    expect(lines).toBe(300_000);
    expect(turns).toBeGreaterThan(10);
  });
});
