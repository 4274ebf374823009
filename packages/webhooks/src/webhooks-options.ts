import { parseAll } from "@cadastre/inventory-core";
import { z } from "zod";
import { AddressList, type OutboundNetwork } from "@cadastre/inventory-core/outbound";

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** Beginning of header names that are the service's own. */
export const HeaderPrefix = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,31}-$/, {
    error: "must be letters, digits and hyphens that begin with a letter and end with a hyphen, at most 33",
  })
  .meta({ description: "Prefix of the header names Event, Delivery, Signature and Timestamp" });

/** What {@link webhooksPlugin} is given. */
export const WebhooksOptions = z
  .object({
    deliver: z.boolean().default(true).meta({ description: "False: deliveries are left to other servers on the same database" }),
    headerPrefix: HeaderPrefix.default("X-Service-"),
    concurrency: whole(1, 100).default(4).meta({ description: "Concurrent requests to one webhook; one for slow receivers" }),
    totalConcurrency: whole(1, 10_000).default(256).meta({ description: "Concurrent requests of this host" }),
    retentionDays: whole(1, 36_500).default(30).meta({ description: "Days that the history of deliveries is kept" }),
    leaseMs: whole(1_000, 600_000)
      .default(10_000)
      .meta({ description: "Time in milliseconds after which another host takes over the deliveries of a silent one" }),
    allow: AddressList.meta({
      description:
        "Addresses that deliveries may reach although they are loopback, link-local, cloud metadata or otherwise special: " +
        "addresses, CIDRs and ranges, separated by commas",
    }),
    network: z
      .custom<OutboundNetwork>((value) => typeof value === "object" && value !== null)
      .optional()
      .meta({
        description: "Custom name resolution and connections; the destination policy is still applied between " + "the two",
      }),
  })
  .meta({ id: "WebhooksOptions" });

export type WebhooksOptions = z.input<typeof WebhooksOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export const settingsOf = (options: WebhooksOptions): z.output<typeof WebhooksOptions> => parseAll(WebhooksOptions, options);
