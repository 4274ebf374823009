import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkplace, type Workplace } from "./support/command.ts";
import { netbox } from "./support/netbox-data.ts";
import { phpipam } from "./support/phpipam-data.ts";
import { type Answer, type Asked, Service } from "./support/service.ts";

// Each format through the command and a server: imported twice, of which the second time changes nothing.

/** Three sites of rackd's own test data. */
const RACKD = fileURLToPath(new URL("../../../examples/import-inventory/data/", import.meta.url));

const THROTTLED: Answer = {
  status: 429,
  headers: { "retry-after": "1" },
  body: { detail: "Request was throttled. Expected available in 1 second." },
};
const FAILING: Answer = { status: 503, headers: { "retry-after": "0" }, body: "<html>Service Unavailable</html>" };

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(async () => await place[Symbol.asyncDispose]());

/** Imports the same twice. @returns what the first time said on standard error @param faulty rows that cannot be imported */
async function importedTwice(args: readonly string[], faulty: number, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const apply = ["import", ...args, "--apply", "--per-row", "--yes", "-o", "csv"];
  const before = await place.content();
  const first = await place.cadastre(apply, environment);
  expect(first.code, first.err).toBe(faulty > 0 ? 8 : 0);
  const content = await place.content();
  expect(content).not.toBe(before);
  const second = await place.cadastre(apply, environment);
  expect(second.err).toMatch(/ rows: 0 to create, 0 to change, /);
  expect(second.err).toContain(
    faulty > 0
      ? `nothing was imported: ${faulty} rows are not valid, and all others are already in the inventory`
      : "nothing to import: all rows are already in the inventory",
  );
  expect(second.code).toBe(faulty > 0 ? 1 : 0);
  expect(await place.content()).toBe(content);
  return first.err;
}

/** What is wrong with a service, and what was seen of it. */
interface Trouble {
  /** Whether it fails for good, from its sixth request on. */
  fails: boolean;
  /** How long it was left alone when it had asked for a second. */
  waitedMs: number;
}

/** Answers of a service that throttles its second request. */
function troubled(answer: (asked: Asked, service: Service) => Answer, trouble: Trouble): (asked: Asked, service: Service) => Answer {
  let throttledAt = 0;
  return (asked, service) => {
    const number = service.asked.length;
    if (number === 2) {
      throttledAt = performance.now();
      return THROTTLED;
    }
    if (number === 3) trouble.waitedMs = performance.now() - throttledAt;
    return trouble.fails && number > 5 ? FAILING : answer(asked, service);
  };
}

describe("a service through the command", () => {
  it("NetBox, which pages, throttles and fails half-way", async () => {
    const trouble: Trouble = { fails: true, waitedMs: 0 };
    await using service = await Service.start(troubled(netbox, trouble));
    const token = { IMPORT_TOKEN: "0123456789abcdef0123456789abcdef01234567" };
    const args = [`${service.url}/netbox`, "--as", "netbox", "--page-size", "2"];
    const before = await place.content();
    const broken = await place.cadastre(["import", ...args, "--apply", "--per-row", "--yes"], token);
    expect(broken.err).toMatch(/NetBox failed 5 times at .*: status 503\. Nothing was changed/);
    expect(broken.code).toBe(3);
    expect(trouble.waitedMs).toBeGreaterThanOrEqual(990);
    expect(await place.content()).toBe(before);
    trouble.fails = false;
    // A prefix and a VLAN group that are none.
    const refused = await place.cadastre(["import", ...args, "--apply", "--yes"], token);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("nothing was imported: 2 of 35 rows are not valid") });
    expect(await place.content()).toBe(before);
    expect(await importedTwice(args, 2, token)).toContain("created 33, changed 0, unchanged 0, failed 2");
    const router = JSON.parse((await place.cadastre(["device", "get", "dmi01-akron-rtr01", "-o", "json"])).out) as object;
    expect(router).toMatchObject({
      make_model: "Cisco C9200-48P",
      addresses: [{ ip: "10.112.128.1", type: "primary" }, { ip: "2001:db8::1" }, { ip: "10.112.0.9" }],
    });
    expect(service.asked.filter(({ query }) => query.get("offset") !== null).length).toBeGreaterThan(0);
  });

  it("phpIPAM, which throttles and fails half-way", async () => {
    const trouble: Trouble = { fails: true, waitedMs: 0 };
    await using service = await Service.start(troubled(phpipam, trouble));
    const secret = { IMPORT_TOKEN: "app-code" };
    const args = [`${service.url}/ipam`, "--as", "phpipam", "--app", "app-1"];
    const before = await place.content();
    const broken = await place.cadastre(["import", ...args, "--apply", "--yes"], secret);
    expect(broken).toMatchObject({
      code: 3,
      err: expect.stringMatching(/phpIPAM failed 5 times at .*: status 503\. Nothing was changed/),
    });
    expect(trouble.waitedMs).toBeGreaterThanOrEqual(990);
    expect(await place.content()).toBe(before);
    trouble.fails = false;
    expect(await importedTwice(args, 0, secret)).toContain("created 22, changed 0, unchanged 1, failed 0");
  });
});

describe("files through the command", () => {
  it("rackd's lists", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-rackd-"));
    try {
      await cp(RACKD, folder, { recursive: true });
      // Two types of relationships that the inventory does not have.
      expect(await importedTwice([folder, "--as", "rackd"], 2)).toContain("created 60, changed 0, unchanged 0, failed 2");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("a report of nmap", async () => {
    const host = (index: number): string =>
      `<host><status state="up" reason="echo-reply"/><address addr="10.201.${index >> 8}.${index & 255}" ` +
      `addrtype="ipv4"/><hostnames><hostname name="scanned-${index}.example.com" type="PTR"/></hostnames></host>\n`;
    const report = await place.file(
      "scan.xml",
      `<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner="nmap" ` +
        `version="7.95">\n${Array.from({ length: 300 }, (_, index) => host(index + 1)).join("")}</nmaprun>\n`,
    );
    expect(await importedTwice([report, "--as", "nmap"], 0)).toContain("created 300, changed 0");
    const half = await place.file(
      "half.xml",
      '<nmaprun scanner="nmap"><host><status state="up"/><address addr="10.202.0.1" addrtype="ipv4"/></host><host>',
    );
    expect(await place.cadastre(["import", half, "--as", "nmap", "--apply", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not a complete nmap report"),
    });
    expect((await place.content()).includes("10.202.0.1")).toBe(false);
  });

  it("lease files of Kea and dnsmasq, which find the same devices by their addresses", async () => {
    const later = Math.floor(Date.now() / 1000) + 86_400;
    const indexes = Array.from({ length: 200 }, (_, index) => index + 1);
    const kea = await place.file(
      "kea-leases4.csv",
      `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id\n${indexes.map((index) => `10.203.0.${index},08:00:27:25:d3:01,,3600,${later},1,0,0,leased-${index},0,,0\n`).join("")}`,
    );
    expect(await importedTwice([kea, "--as", "kea"], 0)).toContain("created 200, changed 0");
    const dnsmasq = await place.file(
      "dnsmasq.leases",
      `${indexes.map((index) => `${later} 08:00:27:25:d3:01 10.203.0.${index} other-${index} *\n`).join("")}0 ` +
        `08:00:27:25:d3:02 10.203.1.1 new *\n`,
    );
    // A device that is there keeps its name, and gets the host name that the lease has.
    expect(await importedTwice([dnsmasq, "--as", "dnsmasq"], 0)).toContain("created 1, changed 200");
    const device = JSON.parse((await place.cadastre(["device", "get", "leased-7", "-o", "json"])).out) as object;
    expect(device).toMatchObject({ name: "leased-7", hostname: "other-7", addresses: [{ ip: "10.203.0.7" }] });
  });
});
