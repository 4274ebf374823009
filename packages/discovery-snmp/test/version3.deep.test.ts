import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import snmp from "net-snmp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayAnswer } from "../src/session/message-guard.ts";
import { AUTH_PROTOCOLS, PRIV_PROTOCOLS, type SnmpCredentials } from "../src/session/snmp-target.ts";
import { readDeviceTables } from "../src/tables/device-tables.ts";
import { field, fieldsOf, integer, objectId } from "./support/ber.ts";
import { targetAt } from "./support/target.ts";

const never = new AbortController().signal;
const LIBRARY_PROTOCOLS = { aes: "aes", aes256: "aes256b", "aes256-cisco": "aes256r" } as const;
const KEYS = { authKey: "authentication-canary", privKey: "privacy-canary" };

const credentials = (more: Partial<Extract<SnmpCredentials, { version: "3" }>> = {}): Extract<SnmpCredentials, { version: "3" }> => ({
  version: "3",
  username: "sha256-aes",
  authProtocol: "sha256",
  authKey: KEYS.authKey,
  privacy: { protocol: "aes", key: KEYS.privKey },
  context: "",
  ...more,
});

describe("version 3, with an agent of the library", () => {
  let port: number;
  let agent: { close(): void };

  beforeAll(async () => {
    port = await freePort();
    const made = snmp.createAgent({ port, address: "127.0.0.1", disableAuthorization: false }, () => {});
    for (const auth of AUTH_PROTOCOLS)
      for (const priv of PRIV_PROTOCOLS)
        made.getAuthorizer().addUser({
          name: `${auth}-${priv}`,
          level: snmp.SecurityLevel.authPriv,
          authProtocol: snmp.AuthProtocols[auth],
          privProtocol: snmp.PrivProtocols[LIBRARY_PROTOCOLS[priv]],
          ...KEYS,
        });
    made.getMib().registerProvider({
      name: "sysName",
      type: snmp.MibProviderType.Scalar,
      oid: "1.3.6.1.2.1.1.5",
      scalarType: snmp.ObjectType.OctetString,
      maxAccess: snmp.MaxAccess["read-only"],
    });
    made.getMib().setScalarValue("sysName", "core1");
    agent = made;
  });
  afterAll(() => agent.close());

  it.each(AUTH_PROTOCOLS.flatMap((auth) => PRIV_PROTOCOLS.map((priv) => [auth, priv] as const)))("%s with %s", async (auth, priv) => {
    const target = targetAt(port, {
      credentials: credentials({ username: `${auth}-${priv}`, authProtocol: auth, privacy: { protocol: priv, key: KEYS.privKey } }),
    });
    const { name, problems } = await readDeviceTables(target, { timeMs: 5000 }, never);
    expect({ name, problems }).toEqual({ name: "core1", problems: [] });
  });

  it.each([
    ["another authentication key", credentials({ authKey: "wrong-canary-key" })],
    ["another privacy key", credentials({ privacy: { protocol: "aes", key: "wrong-canary-key" } })],
    ["a user that it does not have", credentials({ username: "nobody-canary" })],
  ])("with %s: refused, and no key is told", async (_, wrong) => {
    const { problems } = await readDeviceTables(targetAt(port, { credentials: wrong }), { timeMs: 3000 }, never);
    expect(problems).toHaveLength(1);
    expect(["refused", "timeout", "out-of-time"]).toContain(problems[0]?.failure.reason);
    expect(`${problems[0]?.failure.stack}${JSON.stringify(problems)}`).not.toContain("canary");
  });
});

it("a response that is not authenticated is not taken for one that is", async () => {
  const engine = Buffer.from("80001f8880aabbccdd", "hex");
  const socket = createSocket("udp4");
  let forged = 0;
  socket.on("message", (bytes, from) => {
    const [, header] = fieldsOf((fieldsOf(bytes)[0] as { body: Buffer }).body);
    const [id, , flags] = fieldsOf((header as { body: Buffer }).body);
    const isDiscovery = (flags?.body[0] ?? 0) % 2 === 0;
    if (!isDiscovery) forged += 1;
    const variable = field(0x30, objectId("1.3.6.1.2.1.1.5.0"), field(4, Buffer.from("forged")));
    const pdu = field(isDiscovery ? 0xa8 : 0xa2, integer(1), integer(0), integer(0), field(0x30, variable, variable, variable));
    const security = field(0x30, field(4, engine), integer(1), integer(100), field(4), field(4), field(4));
    const message = [
      integer(3),
      field(
        0x30,
        integer((id as { body: Buffer }).body.readIntBE(0, (id as { body: Buffer }).body.length)),
        integer(65_507),
        field(4, Buffer.from([0])),
        integer(3),
      ),
      field(4, security),
      field(0x30, field(4, engine), field(4), pdu),
    ];
    socket.send(field(0x30, ...message), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const tables = await readDeviceTables(
    targetAt((socket.address() as AddressInfo).port, { credentials: credentials() }),
    { timeMs: 300 },
    never,
  );
  await new Promise<void>((resolve) => socket.close(resolve));
  expect(forged).toBeGreaterThan(0);
  expect(tables.name).toBe("");
});

it("a device that answers every request with a report is asked a bounded number of times", async () => {
  const socket = createSocket("udp4");
  let requests = 0;
  socket.on("message", (bytes, from) => {
    requests += 1;
    const [, header] = fieldsOf((fieldsOf(bytes)[0] as { body: Buffer }).body);
    const [id] = fieldsOf((header as { body: Buffer }).body);
    const number = (id as { body: Buffer }).body.readIntBE(0, (id as { body: Buffer }).body.length);
    const engine = Buffer.from(`80001f88${requests.toString(16).padStart(10, "0")}`, "hex");
    const pdu = field(0xa8, integer(1), integer(0), integer(0), field(0x30));
    const message = [
      integer(3),
      field(0x30, integer(number), integer(65_507), field(4, Buffer.from([0])), integer(3)),
      field(4, field(0x30, field(4, engine), integer(0), integer(0), field(4), field(4), field(4))),
      field(0x30, field(4, engine), field(4), pdu),
    ];
    socket.send(field(0x30, ...message), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const tables = await readDeviceTables(
    targetAt((socket.address() as AddressInfo).port, { credentials: credentials() }),
    { timeMs: 5000 },
    never,
  );
  await new Promise<void>((resolve) => socket.close(resolve));
  expect(tables.problems).toMatchObject([{ table: "system", failure: { reason: "refused" } }]);
  expect(requests).toBeLessThanOrEqual(5);
});

it("the guard takes no datagram for a response that is cut anywhere", () => {
  const whole = field(
    0x30,
    integer(3),
    field(0x30, integer(1), integer(65_507), field(4, Buffer.from([3])), integer(3)),
    field(4, Buffer.alloc(20)),
    field(4, Buffer.alloc(20)),
  );
  expect(mayAnswer(whole, credentials())).toBe(true);
  expect(mayAnswer(whole, { version: "2c", community: "public" })).toBe(false);
  for (let length = 0; length < whole.length; length += 1) expect(mayAnswer(whole.subarray(0, length), credentials())).toBe(false);
});

async function freePort(): Promise<number> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}
