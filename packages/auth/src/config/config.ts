import { z } from "zod";
import { CurrentUser } from "../users/user.ts";

/** What a page needs before it can show anything. */
export const ServiceConfig = z
  .object({
    edition: z.literal("community"),
    version: z.string().meta({ description: "Version of the engine", examples: ["1.0.0"] }),
    features: z.array(z.string()).meta({
      description: "What there is beside the inventory itself: discovery (a scanner), webhooks, mcp, oauth, and what plugins add",
    }),
    nav_items: z.array(z.object({ label: z.string(), path: z.string() })).meta({ description: "Further pages, beyond the usual ones" }),
    user: CurrentUser,
  })
  .meta({ id: "ServiceConfig", description: "What the service offers to the caller" });

export type ServiceConfig = z.infer<typeof ServiceConfig>;
