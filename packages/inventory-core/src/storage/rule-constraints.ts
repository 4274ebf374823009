import type { DialectName } from "../contract/storage/storage.ts";

/**
 * A rule that the database holds as a second line, behind the service that asks it under a lock. It is made when the
 * database is opened, not by a migration: a database whose rows break it opens all the same, with a warning, and gets
 * it at the first start without such rows.
 */
export interface RuleConstraint {
  /** As the catalogue of the database names it. */
  readonly name: string;
  readonly table: string;
  /** What it says, for whoever breaks it: "pools of a network must not overlap". */
  readonly rule: string;
  /** Statement that gives `what` breaks it, a row each; its end is `limit`. */
  readonly broken: string;
  readonly statements: Readonly<Record<DialectName, readonly string[]>>;
}

/** Triggers of SQLite, where a writer has the database for itself, so that they see every row there is. */
function sqliteTriggers(name: string, table: string, columns: string, condition: string): readonly string[] {
  const body = `when ${condition} begin select raise(abort, '${name}'); end`;
  return [
    `create trigger ${name} before insert on ${table} ${body}`,
    `create trigger ${name}_update before update of ${columns} on ${table} ${body}`,
  ];
}

const OVERLAPS = `new.end_key < new.start_key or exists (select 1 from pool o where o.network_id = new.network_id and o.id <> new.id
  and o.start_key <= new.end_key and o.end_key >= new.start_key)`;

const ALLOCATION_ONCE =
  `create unique index allocation_once on allocation (pool_id, ip_key, (case when status = 'held' then '' else id ` + `end))`;

/** The rules of the core that a database can hold. Decision 0036 says which it cannot, and why. */
export const RULE_CONSTRAINTS: readonly RuleConstraint[] = [
  {
    name: "pool_overlap",
    table: "pool",
    rule: "pools of a network must not overlap, and begin before they end",
    broken: `select p.name || ' (' || p.start_ip || '-' || p.end_ip || ')' as what from (
        select id, name, start_ip, end_ip, start_key, end_key,
          max(end_key) over (partition by network_id order by start_key, id
            rows between unbounded preceding and 1 preceding) as before from pool) p
      where p.before >= p.start_key or p.end_key < p.start_key order by p.id limit 5`,
    statements: {
      // The network is part of the bounds: btree_gist, which could compare it by itself, may not be allowed.
      postgresql: [
        // The range cannot be made of bounds that are turned around: the check comes first.
        `alter table pool drop constraint if exists pool_ends, add constraint pool_ends check (start_key <= end_key)`,
        `alter table pool add constraint pool_overlap exclude using gist (
          cadastre_key_range(network_id || '/' || start_key, network_id || '/' || end_key, '[]') with &&) deferrable initially immediate`,
      ],
      sqlite: sqliteTriggers("pool_overlap", "pool", "network_id, start_key, end_key", OVERLAPS),
    },
  },
  {
    name: "relationship_container",
    table: "relationship",
    rule: "a device is contained by one other device at most",
    broken:
      `select child_id as what from relationship where type = 'contains' group by child_id having count(*) > 1 order by child_id limit ` +
      `5`,
    statements: {
      postgresql: [`create unique index relationship_container on relationship (child_id) where type = 'contains'`],
      sqlite: [`create unique index relationship_container on relationship (child_id) where type = 'contains'`],
    },
  },
  {
    name: "relationship_ends",
    table: "relationship",
    rule: "a device has no relationship with itself",
    broken: `select parent_id as what from relationship where parent_id = child_id order by parent_id limit 5`,
    statements: {
      postgresql: [`alter table relationship add constraint relationship_ends check (parent_id <> child_id)`],
      sqlite: sqliteTriggers("relationship_ends", "relationship", "parent_id, child_id", "new.parent_id = new.child_id"),
    },
  },
  {
    name: "allocation_once",
    table: "allocation",
    rule: "a pool gives an address once",
    broken: `select min(ip) as what from allocation where status = 'held' group by pool_id, ip_key having count(*) > 1 order by 1 limit 5`,
    // What a device confirmed stays with it when its address comes to another space, and the pool may give the address anew. One
    // index over all serves those who look for the allocations of a pool, too.
    statements: {
      postgresql: [ALLOCATION_ONCE, `drop index if exists allocation_pool`],
      sqlite: [ALLOCATION_ONCE, `drop index if exists allocation_pool`],
    },
  },
];

/** The sentence of the rule that a constraint holds; undefined for one that is not a rule of these. */
export function ruleOf(name: string | undefined): string | undefined {
  return RULE_CONSTRAINTS.find((constraint) => constraint.name === name)?.rule;
}

/** What is logged of a rule that the rows of a database break. */
export function brokenSentence({ rule }: RuleConstraint, what: readonly string[]): string {
  return (
    `the database breaks a rule (${rule}), and does not hold it from now on: ${what.join(", ")}; run verify, mend them, and start ` +
    `again`
  );
}
