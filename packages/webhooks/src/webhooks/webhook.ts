import {
  type Fields,
  Id,
  Name,
  optionalText,
  patchOf,
  queryFlag,
  recordFields,
  text,
  textIfSent,
  Timestamp,
} from "@cadastre/inventory-core";
import { z } from "zod";

const MAX_HEADERS = 50;
/** Receivers accept 8 to 32 KiB of headers. Responses are searched for every value. */
const MAX_HEADER_CHARACTERS = 32_768;

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

const Flag = z.boolean({ error: "must be true or false" });

/** Names of events. Whether there are such events is for the service to say. */
const EventNames = z
  .array(z.string({ error: "must be the name of an event" }), {
    error: (issue) => (issue.input === undefined ? "is required" : "must be a list of event names"),
  })
  .min(1, { error: "must name at least one event" })
  .meta({
    description: "Names of the events to send; GET /api/webhooks/events lists them",
    examples: [["device.created", "device.deleted"]],
  });

const Headers = z
  .record(z.string(), z.string({ error: "must be a string" }), { error: "must be an object of strings" })
  .nullable()
  .optional()
  .transform((headers, context): Record<string, string> => {
    const given = Object.entries(headers ?? {});
    const refuse = (most: string): never => {
      context.issues.push({ code: "custom", input: headers, message: `must hold at most ${most}` });
      return z.NEVER;
    };
    if (given.length > MAX_HEADERS) return refuse(`${MAX_HEADERS} headers`);
    const characters = given.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    return characters > MAX_HEADER_CHARACTERS
      ? refuse(`${MAX_HEADER_CHARACTERS} characters of names and values`)
      : Object.fromEntries(given);
  })
  .meta({
    description: "Additional headers to send; the service's own cannot be replaced",
    examples: [{ Authorization: "Bearer …" }],
  });

const WebhookFields = z.object({
  name: Name,
  description: optionalText(4096, "Purpose"),
  url: text(2048, "a url").meta({
    maxLength: 2048,
    description: "The http or https URL that receives deliveries, without user info",
    examples: ["https://example.com/hooks/inventory"],
  }),
  events: EventNames,
  enabled: Flag.optional().meta({ description: "False: nothing is sent, and pending deliveries are cancelled; default true" }),
  active: Flag.optional().meta({ description: "Alias of enabled, which takes precedence" }),
  headers: Headers,
  secret: textIfSent(text(1024, "a secret"), {
    description: "Used to sign deliveries. Never returned; empty for none",
    writeOnly: true,
  }),
  timeout_seconds: wholeNumber(1, 60).meta({ description: "Timeout of an attempt in seconds" }).default(10),
  retry_count: wholeNumber(0, 5).meta({ description: "Retries after the first attempt, after 1 m, 5 m, 15 m, 1 h and 6 h" }).default(3),
});

export const WebhookCreate = WebhookFields;

/** Only the keys that are sent change; a list or map that is sent replaces the one that is there. */
export const WebhookUpdate = patchOf(
  WebhookFields.extend({
    secret_overlap_seconds: wholeNumber(0, 2_592_000).meta({
      description:
        "Seconds that the previous secret stays valid (Standard Webhooks header) after this change; 0 revokes it at " +
        "once. Default is one day",
    }),
  }),
);

/** A subscription: which events go where. */
export const Webhook = z
  .object({
    id: Id,
    ...recordFields(WebhookFields.omit({ enabled: true, active: true, headers: true, secret: true })),
    enabled: z.boolean().meta({ description: "False: nothing is sent" }),
    active: z.boolean().meta({ description: "Alias of enabled" }),
    headers: z.record(z.string(), z.string()).meta({ description: "Values are masked for callers without webhook:update" }),
    has_secret: z.boolean().meta({ description: "Whether deliveries are signed" }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: "Until when the previous secret is valid; null if there is none",
    }),
    owner_id: Id.nullable().meta({
      description:
        "User who created or last changed it, and who must be able to read what it sends; null for the program itself and for webhooks " +
        "from before owners were kept",
    }),
    problem: z.string().nullable().meta({ description: "Why some or all events are currently not sent; null when all are sent" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook", description: "A subscription to events" });

export const WebhookFilter = z.object({
  enabled: queryFlag("Only enabled or only disabled webhooks"),
  active: queryFlag("Alias of enabled"),
});

/** An event that can be subscribed to. */
export const EventOption = z
  .object({
    value: z.string().meta({ description: "Name of the event", examples: ["device.created"] }),
    label: z.string().meta({ description: "The same in words", examples: ["Device created"] }),
    description: z.string().meta({ description: "What happened" }),
  })
  .meta({ id: "EventOption", description: "An event that webhooks can subscribe to" });

export type Webhook = z.infer<typeof Webhook>;
export type WebhookCreate = Fields<typeof WebhookCreate>;
export type WebhookUpdate = Fields<typeof WebhookUpdate>;
export type WebhookFilter = z.output<typeof WebhookFilter>;
export type EventOption = z.infer<typeof EventOption>;
