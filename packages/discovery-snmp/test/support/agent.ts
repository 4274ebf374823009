import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { dottedOf, field, fieldsOf, integer, objectId } from "./ber.ts";
import { compare, type RecordedRow } from "./recording.ts";

const GET_BULK = 0xa5;
const RESPONSE = 0xa2;
const NO_SUCH_OBJECT = field(0x80);
const END_OF_VIEW = field(0x82);

/** What an agent was asked. */
export interface Asked {
  readonly oids: readonly string[];
  readonly most: number;
  readonly community: string;
}

/** A variable of an answer. */
export interface Answered {
  readonly oid: string;
  readonly value: Buffer;
}

/** What an agent of a test does otherwise than others. */
export interface Behaviour {
  /** Changes what is answered; undefined answers nothing. */
  readonly change?: (answer: readonly Answered[], asked: Asked) => readonly Answered[] | undefined;
  /** Changes the datagram. */
  readonly datagram?: (bytes: Buffer) => Buffer;
  /** Sends by itself; true keeps the agent from answering. */
  readonly before?: (socket: Socket, from: RemoteInfo, request: Buffer) => boolean | Promise<boolean>;
}

/** Rows that are answered to one community each. */
type Views = ReadonlyMap<string, readonly RecordedRow[]>;

/** An SNMP v2c agent on loopback. */
export class Agent implements AsyncDisposable {
  readonly #socket = createSocket("udp4");
  readonly #views: Views;
  readonly #behaviour: Behaviour;
  readonly asked: Asked[] = [];
  #closed = false;

  private constructor(views: Views, behaviour: Behaviour) {
    this.#views = views;
    this.#behaviour = behaviour;
    this.#socket.on("message", (bytes, from) => void this.#answer(bytes, from));
  }

  /** @param vlans rows that are answered to `community@VLAN` */
  static async start(
    rows: readonly RecordedRow[],
    behaviour: Behaviour = {},
    community = "public",
    vlans: Views = new Map(),
  ): Promise<Agent> {
    const ofVlans = [...vlans].map(([vlan, view]) => [`${community}@${vlan}`, view] as const);
    const agent = new Agent(new Map([[community, rows], ...ofVlans]), behaviour);
    await new Promise<void>((resolve) => agent.#socket.bind(0, "127.0.0.1", resolve));
    return agent;
  }

  get port(): number {
    return (this.#socket.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await new Promise<void>((resolve) => this.#socket.close(resolve));
  }

  async #answer(bytes: Buffer, from: RemoteInfo): Promise<void> {
    const [message] = fieldsOf(bytes);
    const [version, community, pdu] = fieldsOf(message?.body ?? Buffer.alloc(0));
    if (version === undefined || pdu === undefined || community === undefined) return;
    const rows = this.#views.get(community.body.toString());
    const [id, , repetitions, variables] = fieldsOf(pdu.body);
    if (id === undefined || variables === undefined) return;
    const oids = fieldsOf(variables.body).map(({ body }) => dottedOf((fieldsOf(body)[0] as { body: Buffer }).body));
    const most =
      pdu.tag === GET_BULK ? (repetitions as { body: Buffer }).body.readUIntBE(0, (repetitions as { body: Buffer }).body.length) : 1;
    const asked = { oids, most, community: community.body.toString() };
    this.asked.push(asked);
    if (rows === undefined) return;
    const { change, datagram, before } = this.#behaviour;
    if ((await before?.(this.#socket, from, bytes)) === true || this.#closed) return;
    const plain = pdu.tag === GET_BULK ? after(rows, oids[0] ?? "", most) : oids.map((oid) => exact(rows, oid));
    const answer = change === undefined ? plain : change(plain, asked);
    if (answer === undefined) return;
    const list = answer.map(({ oid, value }) => field(0x30, objectId(oid), value));
    const body = [field(id.tag, id.body), integer(0), integer(0), field(0x30, ...list)];
    const response = field(0x30, integer(1), field(0x04, community.body), field(RESPONSE, ...body));
    this.#socket.send(datagram === undefined ? response : datagram(response), from.port, from.address);
  }
}

const exact = (rows: readonly RecordedRow[], oid: string): Answered =>
  rows.find((row) => row.oid === oid) ?? { oid, value: NO_SUCH_OBJECT };

function after(rows: readonly RecordedRow[], oid: string, most: number): Answered[] {
  const numbers = oid.split(".").map(Number);
  let low = 0;
  for (let high = rows.length; low < high;) {
    const middle = (low + high) >> 1;
    if (compare((rows[middle] as RecordedRow).numbers, numbers) <= 0) low = middle + 1;
    else high = middle;
  }
  const found: Answered[] = rows.slice(low, low + most);
  return found.length === 0 ? [{ oid, value: END_OF_VIEW }] : found;
}
