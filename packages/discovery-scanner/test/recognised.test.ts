import { describe, expect, it } from "vitest";
import { guessSystem } from "../src/hosts/operating-system.ts";
import { recogniseGreeting } from "../src/services/greetings.ts";
import { probeFor } from "../src/services/service-probes.ts";
import { valuesIn } from "../src/services/snmp.ts";

describe("the system of a host", () => {
  it("is what it says of itself, then what its programs say, then what its ports tell", () => {
    const openPorts = [22, 135, 445];
    const texts = ["SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3"];
    expect(guessSystem({ openPorts, texts, description: "Cisco IOS Software, Version 15.2" })).toBe("Cisco IOS");
    expect(guessSystem({ openPorts, texts, description: "a box" })).toBe("Debian 12");
    expect(guessSystem({ openPorts, texts: [] })).toBe("Windows");
    expect(guessSystem({ openPorts: [22], texts: [], vendor: "Raspberry Pi Trading Ltd" })).toBe("Linux");
    expect(guessSystem({ openPorts: [22], texts: ["SSH-2.0-OpenSSH_9.2"] })).toBeUndefined();
  });
});

describe("a MySQL server that refuses this client", () => {
  const refusal = (text: string): Buffer => {
    const body = Buffer.concat([Buffer.from([0xff, 0x6a, 0x04]), Buffer.from(text)]);
    return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
  };

  it("is known by its words, as what it calls itself", () => {
    expect(recogniseGreeting(refusal("Host '10.0.0.9' is not allowed to connect to this MySQL server"), 3306)?.service).toBe("mysql");
    expect(recogniseGreeting(refusal("Host '10.0.0.9' is not allowed to connect to this MariaDB server"), 3306)?.service).toBe("mariadb");
    expect(recogniseGreeting(refusal("some other protocol"), 3306)).toBeUndefined();
  });
});

it("what is said to port 445 offers SMB 2.0.2 and 2.1", () => {
  const bytes = probeFor(445)?.bytes ?? Buffer.alloc(0);
  expect(bytes.readUInt32BE(0)).toBe(bytes.length - 4);
  // After the length of the message and its header of 64 bytes (MS-SMB2 2.2.3).
  const body = bytes.subarray(4 + 64);
  const offered = Array.from({ length: body.readUInt16LE(2) }, (_, index) => body.readUInt16LE(36 + 2 * index));
  expect([body.readUInt16LE(0), body.readUInt16LE(4), offered]).toEqual([36, 1, [0x0202, 0x0210]]);
});

it("an SNMP question that is sent back is no answer", () => {
  const message = (tag: number): Buffer =>
    Buffer.from(`300e 020101 0400 ${tag.toString(16)}07 020107 020100 0500`.replaceAll(" ", ""), "hex");
  const [response, question] = [message(0xa2), message(0xa0)];
  expect(valuesIn(response, 7)).toEqual([]);
  expect(valuesIn(question, 7)).toBeUndefined();
});
