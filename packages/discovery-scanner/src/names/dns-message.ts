const TYPES = { PTR: 12, TXT: 16 } as const;
const CLASSES = { IN: 1, CHAOS: 3 } as const;
/** The highest bit of a question's class asks for an answer by unicast (RFC 6762, 5.4). */
const UNICAST_ANSWER = 0x8000;
const HEADER = 12;
const MAX_ANSWERS = 32;
/** A name has at most 127 labels, and so many jumps: more is a loop. */
const MAX_LABELS = 128;

interface QuestionOptions {
  readonly class?: keyof typeof CLASSES;
  readonly unicastAnswer?: boolean;
}

export function dnsQuestion(name: string, type: keyof typeof TYPES, options: QuestionOptions = {}): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")]));
  const header = Buffer.from("cada00000001000000000000", "hex");
  const end = Buffer.alloc(5);
  end.writeUInt16BE(TYPES[type], 1);
  end.writeUInt16BE(CLASSES[options.class ?? "IN"] | (options.unicastAnswer === true ? UNICAST_ANSWER : 0), 3);
  return Buffer.concat([header, ...labels, end]);
}

/** Whether this is an answer to a question of ours, whatever it says. */
export const isDnsAnswer = (message: Buffer): boolean =>
  message.length >= HEADER && message.readUInt16BE(0) === 0xcada && ((message[2] as number) & 0x80) !== 0;

/** Names that the PTR records of an answer point at; undefined for what is no answer. */
export function pointersIn(message: Buffer): string[] | undefined {
  return recordsIn(message)
    ?.filter(({ type }) => type === TYPES.PTR)
    .map(({ start }) => nameAt(message, start)?.name)
    .filter((name) => name !== undefined);
}

/** First text of each TXT record of an answer; undefined for what is no answer. */
export function textsIn(message: Buffer): Buffer[] | undefined {
  return recordsIn(message)
    ?.filter(({ type }) => type === TYPES.TXT)
    .map(({ start, end }) => message.subarray(start + 1, Math.min(end, start + 1 + (message[start] ?? 0))));
}

function recordsIn(message: Buffer): { type: number; start: number; end: number }[] | undefined {
  // Multicast answers carry no number (RFC 6762, 18.1).
  if (message.length < HEADER || ((message[2] as number) & 0x80) === 0) return undefined;
  const questions = message.readUInt16BE(4);
  const answers = Math.min(MAX_ANSWERS, message.readUInt16BE(6));
  let at = HEADER;
  for (let index = 0; index < questions; index += 1) {
    const name = nameAt(message, at);
    if (name === undefined) return undefined;
    at = name.end + 4;
  }
  const records: { type: number; start: number; end: number }[] = [];
  for (let index = 0; index < answers; index += 1) {
    const name = nameAt(message, at);
    if (name === undefined || name.end + 10 > message.length) break;
    const start = name.end + 10;
    const end = start + message.readUInt16BE(name.end + 8);
    if (end > message.length) break;
    records.push({ type: message.readUInt16BE(name.end), start, end });
    at = end;
  }
  return records;
}

function nameAt(message: Buffer, from: number): { readonly name: string; readonly end: number } | undefined {
  const labels: string[] = [];
  let at = from;
  let end: number | undefined;
  for (let steps = 0; steps < MAX_LABELS; steps += 1) {
    const length = message[at];
    if (length === undefined) return undefined;
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (length >= 0xc0) {
      if (at + 1 >= message.length) return undefined;
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      continue;
    }
    if (length > 63 || at + 1 + length > message.length) return undefined;
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return undefined;
}
