import type { Change } from "../contract/storage/write-path.ts";

/**
 * Held by whoever writes what was seen in some networks: nobody else does, these stay in their spaces, and who holds addresses there does
 * not change.
 * @returns the number of the space of each, by id; those that do not exist are left out
 */
export async function lockSeen(change: Change, networkIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  await change.lock({ on: "topology", mode: "shared" });
  const rows = await change.all<{ id: string; space: number }>("select id, space from network where id = any(?)", [networkIds]);
  await change.lock(
    ...[...new Set(rows.map(({ space }) => space))].map((space) => ({ on: "space", space }) as const),
    ...networkIds.map((id) => ({ on: "record", table: "discovered_device", id }) as const),
  );
  return new Map(rows.map(({ id, space }) => [id, space]));
}
