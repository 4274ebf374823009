// How large things may get, in bytes; the only place that says so. A limit that is passed is a question: is it worth it?
// Then raise it in the same change.

/** What a page loads, minified and compressed, by what it imports of @cadastre/client. */
export const BROWSER: Readonly<Record<string, number>> = {
  // 12.5 before it waited for rate limits and made keys for creations, 13.0 before it told of replays and had the routes of 17 operations
  // more, 13.3 before the routes of agents, SNMP devices, lease sources and what is seen against recorded.
  createClient: 14_000,
  CadastreError: 600,
  // 30 before the tree of networks, their plans, and histories, 33 before changes of many records, addresses and undo, 38 before agents,
  // SNMP devices, lease sources and what is seen against recorded, 46 before the neighbours that agents tell of, 47 before pages of
  // effects.
  manifest: 55_000,
};

/** Tarballs, which is what is downloaded of ours. */
export const TARBALLS: Readonly<Record<string, number>> = {
  "@cadastre/auth": 200_000,
  // Carries what client commands load in one file, with the source map, and the files of deploy/.
  // 545 before commands of plugins, and a client is generated, 575 before VLANs and exchange of declared kinds.
  "@cadastre/cli": 590_000,
  // 105 before it carried the types of relationships, 108 before the codes of errors with what they mean, 110 before every field had its
  // comment, every operation its errors, the manifest told of itself, and what makes clients of one came with it.
  // 152 before spaces, fields of one's own and plans, 166 before the tree of networks and histories.
  // 173 before changes of many records, the page of an address, undo, and utilization day by day, 188 before agents, SNMP devices,
  // lease sources and what is seen against recorded, 225 before effects of plans by page and the former places of records,
  // 236 before VLANs.
  "@cadastre/client": 255_000,
  // 70 before agents read lease sources, 82 before its sockets came from the outbound module.
  "@cadastre/discovery-agent": 85_000,
  // 130 before it read the leases of DHCP servers, 155 before agents read them.
  "@cadastre/discovery-scanner": 170_000,
  "@cadastre/discovery-snmp": 90_000,
  // Most of it is Swagger UI, for the page of the API.
  "@cadastre/http-h3": 700_000,
  // 128 before it had the readers of lease sources and scanners, and their subpath, 138 before VLANs and declared kinds.
  "@cadastre/importers": 152_000,
  // 1,400 with the text of sources in its source maps, a third of it then. 830 before storages could be made of sessions, 880 before its
  // methods, records and inputs had declarations with comments, 910 before it held the ORM and the other libraries that no type names,
  // 1,050 before what is seen was compared with what is recorded, addresses were passed over, and scans of agents; 1,120 before definitions
  // of fields moved by files and names were told apart by their space, 1,165 before writes took turns and plans had digests,
  // 1,180 before the spool, the outbound module and effects of plans in parts, 1,210 before transactions with Kysely and its declarations,
  // 1,420 before declared kinds of record and VLANs, 1,476 before long records were read in parts.
  // 1,490 before plugins declared tables that they have.
  "@cadastre/inventory-core": 1_500_000,
  // 58 before records that are sent in pieces; 59 before the shape of messages was checked.
  // 60.5 before plans and long results were read in parts.
  "@cadastre/mcp": 63_000,
  // 72 before the suite for declared kinds.
  "@cadastre/testing": 105_000,
  "@cadastre/webhooks": 105_000,
  // The page with its libraries, each file as it is and coded twice for sending. The library of graphs is a third of it.
  // 1,600 before the pages of agents, SNMP devices and lease sources, 1,650 before previews of undo, quick forms and plans by groups,
  // 1,690 before tables, menus, comboboxes and filters of one component layer (decision 0514).
  "@cadastre/web-ui": 1_880_000,
  "create-cadastre": 25_000,
};

/** What `start` leaves in a new clone, with the sources. Node is 130 MB of it, what builds the page another 120. */
export const START_INSTALL: Readonly<Record<string, number>> = { "a clone after start": 420_000_000 };

/** All that an installation puts on the disk, dependencies included. */
export const INSTALLS: Readonly<Record<string, number>> = {
  // 40 before Kysely with its declarations, for transactions.
  "@cadastre/inventory-core with SQLite": 41_000_000,
  // The page is 3 MB of it; most is MikroORM with the drivers of both databases.
  "@cadastre/cli": 95_000_000,
};

/** Packages that installing the engine with SQLite brings, itself included. */
export const CORE_PACKAGES = 6;

/**
 * Processor time of a cold import of the engine with SQLite, in that of zod, which it needs. 2.5 before undo, tenures, bulk changes and
 * utilization by the day, 2.9 before reconciliation, agents and schedules: it makes the schemas of all operations. 3.1 alone on a machine,
 * up to 3.6 beside other work.
 */
export const CORE_COLD_IMPORT = 4;
