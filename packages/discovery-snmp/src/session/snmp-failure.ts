/** Why the tables of a device could not be read, or not to their end. */
export const SNMP_FAILURES = {
  timeout: "did not respond",
  unreachable: "cannot be reached",
  refused: "refused the credentials, or may not show this",
  loop: "sent a table in a loop",
  malformed: "sent responses that are not valid SNMP",
  "too-long": "sent a table of more rows than are read",
  "too-much": "sent more than is read of one device",
  "out-of-time": "took longer than one device may take",
} as const;

/** A reason of {@link SNMP_FAILURES}. */
export type SnmpFailureReason = keyof typeof SNMP_FAILURES;

/** After these nothing more is asked of a device; other failures are of one table. */
const FINAL: ReadonlySet<SnmpFailureReason> = new Set(["timeout", "unreachable", "refused", "too-much", "out-of-time"]);

/** A device that does not do what SNMP asks for. Its sentence has nothing of what was sent or received. */
export class SnmpFailure extends Error {
  readonly reason: SnmpFailureReason;

  constructor(reason: SnmpFailureReason) {
    super(SNMP_FAILURES[reason]);
    this.name = "SnmpFailure";
    this.reason = reason;
  }

  /** Whether nothing more is to be asked of the device. */
  get isFinal(): boolean {
    return FINAL.has(this.reason);
  }
}
