import type { LeaseSource } from "@cadastre/client";
import type { RecordFields } from "../parts/described/described-dialog.vue";
import { useDatacenterOptions, useNetworkOptions } from "../queries/network-queries.ts";
import { fieldOf } from "../texts/described.ts";
import { SOURCE_TYPES } from "./source-types.ts";

const TYPES = Object.entries(SOURCE_TYPES).map(([value, text]) => ({ value, text }));
const URL_HINT = "Of the control agent.";
const PATH_HINT = {
  server: "Absolute path, in a folder that DISCOVERY_LEASE_PATHS names.",
  agent: "Absolute path at the site, in a folder that the agent was started with (--lease-paths).",
} as const;

/** The form of a lease source. */
export function useLeaseFields(): RecordFields<LeaseSource> {
  const networks = useNetworkOptions();
  const datacenters = useDatacenterOptions("This service");
  const readers = () => datacenters.value.map(({ value, text }) => ({ value, text: value === "" ? text : `The agent of ${text}` }));
  return {
    wide: true,
    fields: ({ type, datacenter_id: site }, source) => [
      fieldOf("name", "Name", { required: true }),
      fieldOf("type", "DHCP server", { kind: "choice", options: TYPES }),
      fieldOf("datacenter_id", "Read by", { kind: "choice", nullable: true, options: readers() }),
      ...(type === "kea-api"
        ? [
            fieldOf("url", "URL", { kind: "url", required: true, hint: URL_HINT }),
            fieldOf("username", "User name"),
            fieldOf("password", "Password", {
              kind: "secret",
              hint: source?.has_password === true ? "Leave empty to keep the present one." : undefined,
            }),
            ...(source?.has_password === true ? [fieldOf("removed", "Remove the present password", { kind: "flag" })] : []),
          ]
        : [fieldOf("path", "Lease file", { kind: "name", required: true, hint: site === "" ? PATH_HINT.server : PATH_HINT.agent })]),
      fieldOf("interval_minutes", "Interval (minutes)", { kind: "integer", required: true }),
      fieldOf("network_ids", "Networks", {
        kind: "references",
        options: networks.value,
        hint: "Leases in these networks, and in the networks within them, are taken.",
      }),
      fieldOf("enabled", "Enabled", { kind: "flag" }),
    ],
    blank: { type: "dnsmasq", interval_minutes: 5, enabled: true },
    sent: ({ removed, ...values }) => ({ path: "", url: "", username: "", ...(removed === true && { password: "" }), ...values }),
  };
}
