import { z } from "zod";
import { CurrentUser } from "../contract/access/current-user.ts";

/** What a page needs before it can show anything. */
export const ServiceConfig = z
  .object({
    edition: z.literal("community"),
    version: z.string().meta({ description: "Version of the engine", examples: ["1.0.0"] }),
    features: z.array(z.string()).meta({
      description: "Enabled features: discovery (a scanner), webhooks, mcp, oauth, and those of plugins",
    }),
    nav_items: z.array(z.object({ label: z.string(), path: z.string() })).meta({ description: "Additional pages of plugins" }),
    user: CurrentUser,
  })
  .meta({ id: "ServiceConfig", description: "Features of the service for the caller" });

export type ServiceConfig = z.infer<typeof ServiceConfig>;
