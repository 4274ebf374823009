import type { SnmpDevice } from "@cadastre/client";
import type { RecordFields } from "../parts/described/described-dialog.vue";
import { useDatacenterOptions, useNetworkOptions } from "../queries/network-queries.ts";
import { type DescribedField, fieldOf } from "../texts/described.ts";

const choices = <T extends string>(texts: Readonly<Record<T, string>>) =>
  Object.entries<string>(texts).map(([value, text]) => ({ value, text }));
const VERSIONS = choices<SnmpDevice["version"]>({ "2c": "2c: community, unencrypted", "3": "3: user and pass phrases" });
const AUTH_PROTOCOLS = choices<SnmpDevice["auth_protocol"]>({
  sha: "SHA-1",
  sha224: "SHA-224",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
});
const PRIV_PROTOCOLS = choices<SnmpDevice["priv_protocol"]>({
  aes: "AES-128",
  aes256: "AES-256",
  "aes256-cisco": "AES-256 (Cisco)",
  none: "None: unencrypted",
});
const LENGTH = "At least 8 characters.";

/** The form of an SNMP device. */
export function useSnmpFields(): RecordFields<SnmpDevice> {
  const networks = useNetworkOptions();
  const datacenters = useDatacenterOptions("None");
  return {
    wide: true,
    fields: ({ version, priv_protocol: privacy }, device) => {
      const secret = (name: string, label: string, hint: string): DescribedField =>
        fieldOf(name, label, {
          kind: "secret",
          required: device === undefined,
          hint: device === undefined ? hint : "Leave empty to keep the present one.",
        });
      return [
        fieldOf("name", "Name", { required: true, hint: "Stands first in the switch port of hosts." }),
        fieldOf("device_id", "Device of the inventory", { kind: "reference", nullable: true, refersTo: "device" }),
        fieldOf("address", "Address", { kind: "name", required: true, hint: "IPv4 or IPv6." }),
        fieldOf("port", "UDP port", { kind: "integer", required: true }),
        fieldOf("version", "SNMP version", { kind: "choice", options: VERSIONS }),
        ...(version === "3"
          ? [
              fieldOf("username", "User name", { kind: "name", required: true }),
              fieldOf("auth_protocol", "Authentication", { kind: "choice", options: AUTH_PROTOCOLS }),
              secret("auth_key", "Authentication pass phrase", LENGTH),
              fieldOf("priv_protocol", "Privacy", { kind: "choice", options: PRIV_PROTOCOLS }),
              ...(privacy === "none" ? [] : [secret("priv_key", "Privacy pass phrase", LENGTH)]),
              fieldOf("context", "Context", { hint: "Usually empty." }),
            ]
          : [secret("community", "Community", "One that may only read.")]),
        fieldOf("datacenter_id", "Datacenter", { kind: "choice", nullable: true, options: datacenters.value }),
        fieldOf("network_ids", "Networks", {
          kind: "references",
          options: networks.value,
          hint: "Read when one of these is scanned; without any, for the networks of its datacenter, or else for all.",
        }),
        fieldOf("description", "Description", { long: true }),
        fieldOf("enabled", "Enabled", { kind: "flag" }),
      ];
    },
    blank: { port: 161, version: "2c", auth_protocol: "sha256", priv_protocol: "aes", enabled: true },
  };
}
