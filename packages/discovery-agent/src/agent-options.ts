import { parseAll } from "@cadastre/inventory-core";
import { z } from "zod";

/** How a host serves agents. */
export const AgentOptions = z.object({
  waitMs: z
    .int()
    .min(1000)
    .max(604_800_000)
    .default(3_600_000)
    .describe("Milliseconds that a scan waits for an agent that is away; then it fails"),
});

export type AgentOptions = z.input<typeof AgentOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: AgentOptions): z.output<typeof AgentOptions> {
  return parseAll(AgentOptions, options);
}
