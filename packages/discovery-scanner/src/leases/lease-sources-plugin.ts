import { CLOCK, definePlugin, LOGGER, parseAll, type Plugin, provide, SECRETS, STORAGE, WRITES } from "@cadastre/inventory-core";
import { LEASE_WITNESS, SCAN_AFFINITY, SITE_LEASES } from "@cadastre/inventory-core/discovery";
import { addressRule } from "@cadastre/inventory-core/outbound";
import { recordsOf } from "@cadastre/inventory-core/records";
import { LeaseSourcesOptions } from "./lease-sources-options.ts";
import { LEASE_CHECK, leaseCheck } from "./reading/lease-check.ts";
import { LEASE_READER, LeaseReader } from "./reading/lease-reader.ts";
import { leaseSourceKind } from "./sources/lease-source-kind.ts";
import { leaseSourceOperations } from "./sources/lease-source.operations.ts";
import { dhcpLeaseTable } from "./sources/dhcp-lease.entity.ts";
import { LEASE_SOURCES, LeaseSourceService } from "./sources/lease-source-service.ts";
import { SiteLeaseSources } from "./sites/site-lease-sources.ts";
import { leaseMigrations } from "./storage/migrations.ts";

/**
 * Leases of DHCP servers as a witness of which addresses are in use: dnsmasq, Kea and ISC dhcpd.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [leaseSourcesPlugin({ folders: ["/var/lib/misc"] }), httpPlugin()] })
 */
export function leaseSourcesPlugin(options: LeaseSourcesOptions = {}): Plugin {
  const { read, folders, allow } = parseAll(LeaseSourcesOptions, options);
  const rule = addressRule({ allow, ownAddresses: "refused" });
  const kind = leaseSourceKind({ folders, rule });
  return definePlugin({
    id: "lease-sources",
    source: { module: "@cadastre/discovery-scanner/leases", name: "leaseSourcesPlugin" },
    features: ["leases"],
    records: [kind],
    model: { entities: [dhcpLeaseTable.entity], migrations: leaseMigrations },
    replaces: [
      provide(
        SITE_LEASES,
        [STORAGE, WRITES, CLOCK, LOGGER, SECRETS, LEASE_WITNESS, SCAN_AFFINITY],
        (storage, writes, clock, logger, secrets, witness, affinity) =>
          new SiteLeaseSources({ storage, writes, clock, logger, secrets, witness, affinity }),
      ),
    ],
    services: [
      provide(
        LEASE_READER,
        [STORAGE, WRITES, CLOCK, LOGGER, SECRETS, LEASE_WITNESS],
        (storage, writes, clock, logger, secrets, witness) =>
          new LeaseReader({ storage, writes, clock, logger, secrets, witness, folders, rule }),
      ),
      provide(
        LEASE_SOURCES,
        [STORAGE, WRITES, recordsOf(kind), LEASE_READER],
        (storage, writes, records, reader) => new LeaseSourceService({ storage, writes, records, reader }),
      ),
      provide(LEASE_CHECK, [STORAGE, CLOCK], leaseCheck),
    ],
    healthChecks: [LEASE_CHECK],
    operations: leaseSourceOperations,
    options: LeaseSourcesOptions,
    startWork: (host) => {
      if (read) host.get(LEASE_READER).start();
    },
    stop: async (host) => await host.get(LEASE_READER).stop(),
  });
}
