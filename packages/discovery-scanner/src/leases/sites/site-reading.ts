import { z } from "zod";

const End = z.object({ batches: z.int(), leases: z.int(), unread: z.int() });

const Reading = z.object({
  /** Proof of the agent that it was given the source. */
  claim: z.string(),
  /** Numbers of the batches that have come. */
  come: z.array(z.int()),
  /** What the agent said at its end, once it has; batches may still be missing. */
  end: End.nullable(),
});

/** A reading of an agent that is under way, as the row of the source keeps it. */
export type SiteReading = z.infer<typeof Reading>;

/** The reading that a text tells of; undefined for none. */
export const readingOf = (text: string | null): SiteReading | undefined => (text === null ? undefined : Reading.parse(JSON.parse(text)));

/** Numbers of batches that have not come, of a reading whose end was told. */
export function missingOf({ come, end }: SiteReading): readonly number[] {
  const there = new Set(come);
  return Array.from({ length: end?.batches ?? 0 }, (_, index) => index + 1).filter((number) => !there.has(number));
}
