import { z } from "zod";
import { AUTH_PROTOCOLS, PRIV_PROTOCOLS, type SnmpTarget } from "../session/snmp-target.ts";
import type { SnmpTargets } from "../snmp-tables-scanner.ts";

const Privacy = z.object({ protocol: z.enum(PRIV_PROTOCOLS), key: z.string() });

const Credentials = z.discriminatedUnion("version", [
  z.object({ version: z.literal("2c"), community: z.string() }),
  z.object({
    version: z.literal("3"),
    username: z.string(),
    authProtocol: z.enum(AUTH_PROTOCOLS),
    authKey: z.string(),
    privacy: Privacy.optional(),
    context: z.string(),
  }),
]);

const Target = z.object({ id: z.string(), name: z.string(), address: z.string(), port: z.int(), credentials: Credentials });

/** A server of before does not ask for neighbours, and refuses to be told of them; an agent of before does not see that it is asked. */
const SentTargets = z.object({ targets: z.array(Target), warnings: z.array(z.string()), neighbours: z.boolean().default(false) });

/** What an agent is sent. */
export const sentTargets = ({ targets, warnings, tellsNeighbours = false }: SnmpTargets): Readonly<Record<string, unknown>> => ({
  targets,
  warnings,
  neighbours: tellsNeighbours,
});

/** What an agent was sent. @throws Error in a sentence, which shows nothing of it, when the server has another version of it */
export function receivedTargets(reads: Readonly<Record<string, unknown>>): SnmpTargets {
  const { data } = SentTargets.safeParse(reads);
  if (data === undefined) throw new Error("the server tells of SNMP devices in words that this agent does not know: update it");
  const { targets, warnings, neighbours } = data;
  return {
    warnings,
    tellsNeighbours: neighbours,
    targets: targets.map(({ credentials, ...target }): SnmpTarget => {
      if (credentials.version === "2c") return { ...target, credentials };
      const { privacy, ...known } = credentials;
      return { ...target, credentials: { ...known, ...(privacy === undefined ? {} : { privacy }) } };
    }),
  };
}
