import { type Fields, Id, listOf, Name, patchOf, recordFields, refersTo, showsAs, text, Timestamp } from "@cadastre/inventory-core";
import { z } from "zod";

/** Networks, and datacenters, that one agent serves at most. */
const MAX_SERVED = 1000;
const MAX_LABELS = 50;

/** An agent that is not heard of for so long is away. */
export const AGENT_SILENT_MS = 30_000;

export const AGENT_STATUSES = ["online", "offline", "never"] as const;

const Reference = z
  .string({ error: "must be a string" })
  .min(1, { error: "must not be empty" })
  .refine((value) => !value.includes("\u0000"), { error: "must not contain NUL characters" });

const served = (kind: "network" | "datacenter", what: string) =>
  listOf(Reference.meta({ description: `Id of a ${kind}`, ...refersTo(kind) }), MAX_SERVED, what);

const LABELS = { description: "Free labels, by name", examples: [{ site: "north" }] };

const Labels = showsAs(
  z
    .record(text(128, "a name of a label"), text(255, "a label"), { error: "must be an object of strings" })
    .nullable()
    .optional()
    .transform((labels, context) => {
      const given = labels ?? {};
      if (Object.keys(given).length <= MAX_LABELS) return given;
      context.issues.push({ code: "custom", input: labels, message: `must hold at most ${MAX_LABELS} labels` });
      return z.NEVER;
    })
    .meta(LABELS),
  () => z.record(z.string(), z.string()).meta(LABELS),
);

/** What a caller sends to register an agent. */
export const AgentCreate = z.object({
  name: Name,
  network_ids: served("network", "Ids of the networks that are scanned by this agent, and nowhere else"),
  datacenter_ids: served(
    "datacenter",
    "Ids of datacenters whose networks are scanned by this agent, unless another one serves the network",
  ),
  labels: Labels,
});

/** Only what is sent changes; a list or map that is sent replaces the one that is there. */
export const AgentUpdate = patchOf(AgentCreate);

/** A program at a site, which scans the networks that it serves. */
export const Agent = z
  .object({
    id: Id,
    ...recordFields(AgentCreate),
    scanners: z
      .array(z.string())
      .meta({ description: "Ids of the scanners that work there, as the agent last said", examples: [["connect"]] }),
    version: z.string().meta({ description: "Version of the agent, as it last said; empty before it was heard of" }),
    status: z
      .enum(AGENT_STATUSES)
      .meta({ description: `online: heard of within the last ${AGENT_SILENT_MS / 1000} seconds; never: not heard of yet` }),
    remote_address: z.string().nullable().meta({ description: "Address that it was last heard from; null for never" }),
    problem: z
      .string()
      .nullable()
      .meta({ description: "What is wrong with it, such as a second process that uses its token; null when nothing is" }),
    last_seen_at: Timestamp.nullable().meta({ description: "When it was last heard of (ISO 8601 UTC with milliseconds); null for never" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Agent", description: "A program at a site, which scans the networks that it serves" });

/** An agent as it is answered once, when its token is made. */
export const NewAgent = Agent.extend({ token: z.string().meta({ description: "The token of the agent; shown only once" }) }).meta({
  id: "NewAgent",
  description: "An agent with its token, which is shown only once",
});

export type Agent = z.infer<typeof Agent>;
export type NewAgent = z.infer<typeof NewAgent>;
export type AgentCreate = Fields<typeof AgentCreate>;
export type AgentUpdate = Fields<typeof AgentUpdate>;
