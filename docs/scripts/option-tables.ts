import { AuthOptions } from "@cadastre/auth";
import { OAuthOptions } from "@cadastre/auth/oauth";
import { AgentOptions } from "@cadastre/discovery-agent";
import { DiscoveryScannerOptions } from "@cadastre/discovery-scanner";
import { DiscoverySnmpOptions } from "@cadastre/discovery-snmp";
import { LeaseSourcesOptions } from "@cadastre/discovery-scanner/leases";
import { HttpOptions } from "@cadastre/http-h3";
import { DiscoveryOptions } from "@cadastre/inventory-core";
import { McpOptions } from "@cadastre/mcp";
import { WebhooksOptions } from "@cadastre/webhooks";
import { z } from "zod";
import { code, fields, page, section } from "./reference-pages.ts";

/** What factories are given, by how they are called. */
const OPTIONS: Readonly<Record<string, z.ZodType>> = {
  "createInventory({ discovery })": DiscoveryOptions,
  "authPlugin(options)": AuthOptions,
  "oauthPlugin(options)": OAuthOptions,
  "discoveryScannerPlugin(options)": DiscoveryScannerOptions,
  "discoveryAgentPlugin(options)": AgentOptions,
  "discoverySnmpPlugin(options)": DiscoverySnmpOptions,
  "leaseSourcesPlugin(options)": LeaseSourcesOptions,
  "webhooksPlugin(options)": WebhooksOptions,
  "mcpPlugin(options)": McpOptions,
  "httpPlugin(options)": HttpOptions,
};

/** The options of a factory as a table. @throws for a factory that is not known */
export function optionTable(factory: string): string {
  const schema = OPTIONS[factory];
  if (schema === undefined) throw new Error(`there are no options of ${factory}; known are ${Object.keys(OPTIONS).join(", ")}`);
  return fields(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** The options of each factory. */
export function optionsPage(): string {
  const sections = Object.keys(OPTIONS).map((factory) => section(code(factory), optionTable(factory)));
  return page("Options", "What the plugins are given.", ...sections);
}
