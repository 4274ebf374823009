/**
 * What shows that a claim about a capability is true. `exists` lists operation ids (`networks.allocate`), settings (`PLAN_REVIEW`) and
 * paths of tests or other files. `absent` lists words with which no operation, query parameter or setting has a name, and HTTP methods
 * that no operation has.
 */
export interface Tie {
  readonly exists?: readonly string[];
  readonly absent?: readonly string[];
}

/** The tie of each claim of the pages about capabilities. `claimsOf` says what a claim is. */
export const CAPABILITY_TIES: Readonly<Record<string, Readonly<Record<string, Tie>>>> = {
  "docs/guides/comparison.md": {
    "you document a network down to the cable": { absent: ["rack", "cable", "circuit", "power", "module"] },
    "you need permissions by record, or sign-in by LDAP, SAML or OpenID Connect": { absent: ["tenant", "ldap", "saml", "openid", "oidc"] },
    "you want GraphQL or existing plugins": { absent: ["graphql"], exists: ["docs/guides/write-a-plugin.md"] },
    "you generate the configuration of devices from it": { absent: ["job", "script", "config context", "template"] },
    "you only carve prefixes of VRFs by hand": { exists: ["networks.freePrefixes", "networks.allocate", "spaces.create"] },
    "you have PHP and MySQL running and want a plain web application": { absent: ["mysql", "php"] },
    "programs allocate addresses.": { exists: ["pools.allocate", "packages/inventory-core/test/pools"] },
    "you want to see what is really there.": { exists: ["scans.start", "discoveredDevices.missing"] },
    "events have to arrive.": { exists: ["webhookDeliveries.redeliver", "packages/webhooks/test/retries.scaled.test.ts"] },
    "one process should do.": { exists: ["DATA_DIR", "DATABASE_URL"] },
    "it has to live in your own program.": { exists: ["examples/embed-in-a-script"] },
    "an AI client should work with it, changes included.": { exists: ["MCP_ENABLED", "packages/mcp/test/calls.test.ts"] },
    Needs: { exists: ["DATABASE_URL"] },
    "Address spaces (VRFs)": { exists: ["spaces.create"] },
    "Tree of prefixes": { exists: ["networks.children"] },
    "Next free prefix": { exists: ["networks.freePrefixes", "networks.allocate"] },
    "Next free address, safely with many callers": { exists: ["pools.allocate", "allocations.forgetKey"] },
    Devices: { exists: ["devices.create"] },
    "Racks, cables, circuits": { absent: ["rack", "cable", "circuit"] },
    VLANs: { exists: ["vlans.list", "vlanGroups.allocate"] },
    Scans: { exists: ["scans.start"] },
    "Conflicts of addresses are found": { exists: ["conflicts.list"] },
    "Webhooks: signed; tried again": { exists: ["webhooks.create", "packages/webhooks/test/retries.scaled.test.ts"] },
    "Custom fields": { exists: ["fields.create", "packages/http-h3/test/api/own-fields.scaled.test.ts"] },
    "Permissions by record": { absent: ["tenant", "object permission"] },
    "LDAP, SAML, OpenID Connect": { absent: ["ldap", "saml", "openid", "oidc"] },
    Undo: { exists: ["changes.undo"] },
    "Audit log": { exists: ["audit.list", "packages/inventory-core/test/audit/sealing.test.ts"] },
    MCP: { exists: ["MCP_ENABLED", "packages/mcp/test/calls.test.ts"] },
    "As a library": { exists: ["examples/embed-in-a-script"] },
  },
  "docs/guides/what-we-do-not-do.md": {
    "It configures nothing.": { absent: ["provision", "config context", "template"] },
    "It hands out no leases and answers no names.": { absent: ["dhcp", "zone"], exists: ["leaseSources.leases"] },
    "It watches nothing.": { absent: ["monitor", "uptime", "availability"] },
    "Racks, cables and power are texts.": { absent: ["cable", "power"], exists: ["examples/custom-plugin"] },
    "There are no rack units, no front and rear, no circuits, no inventory of parts.": { absent: ["rack", "front", "circuit", "part"] },
    "The tree of networks is not stored.": { exists: ["networks.children"] },
    "There is no recycle bin.": { absent: ["trash", "bin", "restore", "recycle"], exists: ["changes.undo"] },
    "Two devices may hold one address.": { exists: ["conflicts.list"] },
    "Permissions are by kind, not by record.": { absent: ["tenant", "object permission"] },
    "Passwords are ours.": { exists: ["users.resetPassword"] },
    "There is no LDAP, SAML or sign-in by another provider, and no second factor.": {
      absent: ["ldap", "saml", "openid", "oidc", "totp", "mfa", "second factor"],
    },
    "No pages of lists.": { absent: ["page", "offset", "cursor"], exists: ["packages/http-h3/test/requests/lists.scaled.test.ts"] },
    "No PATCH.": { absent: ["PATCH"] },
    "Never the same event exactly once.": { exists: ["webhookDeliveries.redeliver", "packages/webhooks/test/delivery-id.test.ts"] },
    "No sweep of IPv6.": { absent: ["sweep"], exists: ["packages/discovery-scanner/test/routed.test.ts"] },
    "Nobody is found who keeps silent.": { exists: ["discoveredDevices.missing"] },
    "At most 65,536 addresses a scan,": { exists: ["scans.start", "DISCOVERY_TOOLS"] },
    "SQLite is for one machine,": { exists: ["DATA_DIR", "DATABASE_URL"] },
    "Not every pair of versions shares a database.": { exists: ["packages/cli/test/upgrade", "bench/src/trials/rolling-upgrade"] },
    "There are no migrations backwards.": { absent: ["downgrade", "rollback", "migrate down"] },
    "A sealed audit log shows that it was changed.": { exists: ["packages/inventory-core/test/audit/kept-head.test.ts"] },
    "Not tried": { exists: ["bench/src/trials/trials.ts"] },
    "Nothing is reported to us.": { absent: ["telemetry", "usage report", "crash"] },
  },
};
