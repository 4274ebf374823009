import type { Transaction } from "../contract/storage.ts";

/** How long who sealed last goes on alone, without asking the others. */
export const LEASE_MS = 5_000;

const LEASE = "audit.lease";

/** Under this lock, and in one transaction, the lease is looked at and rows are sealed: no two sealers ever append both. */
export const SEAL_LOCK = { on: "name", name: "audit-seal" } as const;

interface Lease {
  readonly holder: string;
  readonly until: number;
}

/**
 * Takes or keeps the lease, under {@link SEAL_LOCK}.
 * @returns false when another holds it
 */
export async function takeLease(transaction: Transaction, holder: string, now: number): Promise<boolean> {
  const row = await transaction.get<{ value: string }>("select value from setting where name = ?", [LEASE]);
  const lease = row === undefined ? undefined : (JSON.parse(row.value) as Lease);
  const runs = lease !== undefined && now < lease.until;
  // A lease of longer than there are was taken by a clock that has jumped.
  if (runs && lease.holder !== holder && lease.until <= now + LEASE_MS) return false;
  await writeLease(transaction, { holder, until: now + LEASE_MS });
  return true;
}

/** Gives the lease back, when it is ours. */
export async function giveLease(transaction: Transaction, holder: string): Promise<void> {
  const row = await transaction.get<{ value: string }>("select value from setting where name = ?", [LEASE]);
  if (row !== undefined && (JSON.parse(row.value) as Lease).holder === holder) await writeLease(transaction, { holder, until: 0 });
}

async function writeLease(transaction: Transaction, lease: Lease): Promise<void> {
  await transaction.exec("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [LEASE, JSON.stringify(lease)]);
}
