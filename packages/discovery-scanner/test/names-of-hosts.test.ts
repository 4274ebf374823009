import dgram from "node:dgram";
import { afterEach, describe, expect, it } from "vitest";
import { dnsQuestion, pointersIn } from "../src/names/dns-message.ts";
import { netbiosNameIn, NODE_STATUS_QUESTION } from "../src/names/netbios.ts";
import { ReverseNames } from "../src/names/reverse-names.ts";

const PTR = 12;
const A = 1;

/** A name as DNS messages have it. */
const dnsName = (name: string): Buffer =>
  Buffer.concat([...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);

/** The answer to a question, with records of one type that point back at its name; an error without any. */
function answerTo(question: Buffer, type: number, records: readonly Buffer[], error = 0): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180 | error, 2);
  header.writeUInt16BE(records.length, 6);
  // What follows the question is no part of the answer.
  header.writeUInt32BE(0, 8);
  const end = question.indexOf(0, 12) + 5;
  const written = records.map((data) => {
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, question.subarray(12, end), ...written]);
}

describe("the node status of a computer", () => {
  const entry = (name: string, suffix: number, flags: number): Buffer =>
    Buffer.concat([Buffer.from(name.padEnd(15)), Buffer.from([suffix, flags, 0])]);
  const status = (...entries: readonly Buffer[]): Buffer =>
    Buffer.concat([NODE_STATUS_QUESTION.subarray(0, 2), Buffer.alloc(54), Buffer.from([entries.length]), ...entries]);

  it("has its own name at any place, among those of its groups and services", () => {
    const [own, group, service] = [entry("FILES-01", 0, 0x04), entry("WORKGROUP", 0, 0x84), entry("FILES-02", 0x20, 0x04)];
    for (const entries of [[own], [own, group], [group, own], [service, group, own]])
      expect(netbiosNameIn(status(...entries))).toBe("files-01");
    expect(netbiosNameIn(status(group, service))).toBeUndefined();
    expect(netbiosNameIn(status(group, own).subarray(0, -1))).toBeUndefined();
  });
});

describe("messages of DNS", () => {
  it("point at whole names, also at those that are written shorter", () => {
    const question = dnsQuestion("7.2.0.192.in-addr.arpa", "PTR");
    const shorter = Buffer.concat([Buffer.from([3]), Buffer.from("www"), Buffer.from([0xc0, 12 + 10])]);
    expect(pointersIn(answerTo(question, PTR, [dnsName("web.lab.test"), shorter]))).toEqual(["web.lab.test", "www.in-addr.arpa"]);
  });

  it("ask for an answer to the asker alone where many listen (RFC 6762, 5.4)", () => {
    const classOf = (question: Buffer): number => question.readUInt16BE(question.length - 2);
    expect(classOf(dnsQuestion("printer.local", "PTR", { unicastAnswer: true }))).toBe(0x8001);
    expect(classOf(dnsQuestion("printer.local", "PTR"))).toBe(1);
    expect(classOf(dnsQuestion("version.bind", "TXT", { class: "CHAOS" }))).toBe(3);
  });
});

describe("names in reverse zones", () => {
  const servers: dgram.Socket[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A name server on this machine: what it answers to each question, by its number, from 0; undefined for a failure of the server. */
  async function serve(answers: (asked: number, type: number) => Buffer | undefined): Promise<ReverseNames> {
    const server = dgram.createSocket("udp4");
    servers.push(server);
    let asked = 0;
    server.on("message", (question, { port }) => {
      const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
      const data = answers(asked, type);
      asked += 1;
      server.send(data === undefined ? answerTo(question, type, [], 2) : answerTo(question, type, [data]), port);
    });
    await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
    const { signal } = new AbortController();
    return new ReverseNames({ enabled: true, servers: [`127.0.0.1:${server.address().port}`], signal });
  }

  it("are confirmed by the name's own zone, or are only what the reverse zone says", async () => {
    const names = await serve((_, type) => (type === PTR ? dnsName("web.lab.test") : Buffer.from([192, 0, 2, 7])));
    expect(await names.nameOf("192.0.2.7")).toEqual({ text: "web.lab.test", source: "ptr-confirmed" });
    expect(await names.nameOf("192.0.2.8")).toEqual({ text: "web.lab.test", source: "ptr" });
  });

  it("are asked for until twenty questions in a row had no answer", async () => {
    const answered = (from: number) => (asked: number, type: number) =>
      asked >= 2 && asked < from ? undefined : type === A ? Buffer.from([192, 0, 2, 7]) : dnsName("web.lab.test");
    const nameAfter = async (failures: number): Promise<string | undefined> => {
      const names = await serve(answered(2 + failures));
      expect(await names.nameOf("192.0.2.7")).toMatchObject({ text: "web.lab.test" });
      for (let count = 0; count < failures; count += 1) expect(await names.nameOf("192.0.2.9")).toBeUndefined();
      return (await names.nameOf("192.0.2.7"))?.text;
    };
    expect(await nameAfter(19)).toBe("web.lab.test");
    expect(await nameAfter(20)).toBeUndefined();
  });
});
