import { hostName } from "./host-name.ts";

const HEADER = 12;
/** Name of the question and of the answer: a length, 32 letters, an end. */
const ENCODED_NAME = 34;
const NAME_BYTES = 15;
const ENTRY_BYTES = 18;
const WORKSTATION = 0x00;
const GROUP_FLAG = 0x80;

/** Node status request (RFC 1002, 4.2.17) for the name `*`. */
export const NODE_STATUS_QUESTION = Buffer.concat([
  Buffer.from("434100000001000000000000", "hex"),
  Buffer.from(`\u0020CK${"A".repeat(30)}\0`, "latin1"),
  Buffer.from("00210001", "hex"),
]);

/** The name that a computer gives itself in its node status; undefined when it has none, or the answer is malformed. */
export function netbiosNameIn(answer: Buffer): string | undefined {
  // After the name: type, class, time to live and length take ten bytes, the number of names one.
  const start = HEADER + ENCODED_NAME + 10;
  if (answer.length <= start || answer.readUInt16BE(0) !== NODE_STATUS_QUESTION.readUInt16BE(0)) return undefined;
  const count = answer[start] as number;
  for (let index = 0; index < count; index += 1) {
    const entry = answer.subarray(start + 1 + index * ENTRY_BYTES, start + 1 + (index + 1) * ENTRY_BYTES);
    if (entry.length < ENTRY_BYTES) return undefined;
    const isGroup = ((entry[NAME_BYTES + 1] as number) & GROUP_FLAG) !== 0;
    if (entry[NAME_BYTES] === WORKSTATION && !isGroup) return hostName(entry.toString("latin1", 0, NAME_BYTES));
  }
  return undefined;
}
