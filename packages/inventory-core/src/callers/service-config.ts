import { z } from "zod";
import { CurrentUser } from "../contract/access/current-user.ts";

const NavItem = z
  .object({
    label: z.string().meta({ description: "What the page is called" }),
    path: z.string().meta({ description: "Its path on the server" }),
  })
  .meta({ id: "NavItem", description: "A page of a plugin" });

/** What a page needs before it can show anything. */
export const ServiceConfig = z
  .object({
    edition: z.literal("community").meta({ description: "Edition of the service" }),
    version: z.string().meta({ description: "Version of the engine", examples: ["1.0.0"] }),
    features: z.array(z.string()).meta({
      description: "Enabled features: discovery (a scanner), webhooks, mcp, oauth, and those of plugins",
    }),
    nav_items: z.array(NavItem).meta({ description: "Additional pages of plugins" }),
    user: CurrentUser,
  })
  .meta({ id: "ServiceConfig", description: "Features of the service for the caller" });

export type ServiceConfig = z.infer<typeof ServiceConfig>;
