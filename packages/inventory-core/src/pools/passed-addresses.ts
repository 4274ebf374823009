import { z } from "zod";
import { MAX_SKIPPED, type Skipped } from "../address-space/passed-over/skipped.ts";
import { PASSED_REASONS, type PassedReason } from "../address-space/passed-over/passed-address.entity.ts";
import { Timestamp } from "../contract/operations/fields.ts";

const PassedAddress = {
  ip: z.string().meta({ description: "The address" }),
  reason: z.enum(PASSED_REASONS).meta({ description: "seen: a host answered there lately; quarantined: it was let go a short while ago" }),
  last_seen: Timestamp.optional().meta({ description: "When a host answered there last; present only where one did" }),
  until: Timestamp.optional().meta({ description: "When its quarantine ends; present only where it is in one" }),
};

/** An address that was passed over although nobody holds it. */
const SkippedAddress = z
  .object(PassedAddress)
  .meta({ id: "SkippedAddress", description: "An address that was passed over although nobody holds it" });

export const SkippedAddresses = z.array(SkippedAddress).meta({
  description: `Addresses that were passed over although nobody holds them: the first ${MAX_SKIPPED}; present only where there are any`,
});

/** What speaks against an address that was named, and taken all the same. */
export const AddressWarning = z
  .object({ ...PassedAddress, message: z.string().meta({ description: "The same in a sentence" }) })
  .meta({ id: "AddressWarning", description: "What speaks against an address that was named, and taken all the same" });

export const EVIDENCE = z.enum(["ignore"], { error: "must be ignore, or left out" });

export const EvidenceQuery = z.object({
  evidence: EVIDENCE.optional().meta({ description: "ignore: addresses where a host answered lately are taken all the same" }),
});

export type EvidenceQuery = z.output<typeof EvidenceQuery>;
export type AddressWarning = z.output<typeof AddressWarning>;

/** What is passed over for a query. */
export const passedOver = ({ evidence }: { readonly evidence?: "ignore" | null | undefined }): PassedReason =>
  evidence === "ignore" ? "quarantined" : "seen";

/** Why an address is passed over, as a part of a sentence. */
function whyPassed({ reason, last_seen: lastSeen, until }: Skipped): string {
  return reason === "seen" ? `a host answered there at ${lastSeen}` : `it is in quarantine until ${until}`;
}

/** That an address was passed over. */
export const skippedSentence = (skipped: Skipped): string => `${skipped.ip} was passed over: ${whyPassed(skipped)}`;

/** That an address is taken which would be passed over. */
export const takenSentence = (against: Skipped): string => `${against.ip} is taken although ${whyPassed(against)}`;

/** The answer with what was skipped, where anything was. */
export const withSkipped = <Answer extends object>(answer: Answer, skipped: readonly Skipped[]): Answer & { skipped?: Skipped[] } =>
  skipped.length === 0 ? answer : { ...answer, skipped: [...skipped] };
