import type { Transaction } from "@cadastre/inventory-core";

/**
 * SQL for the epoch of a user's sessions, 0 until they were first ended. Sessions of another epoch have ended: so that
 * ending them all is one row in the transaction that asks for it, whatever store they are in and whether it is in reach.
 */
export function epochOf(userColumn: string): string {
  return `coalesce((select e.epoch from auth_session_epoch e where e.user_id = ${userColumn}), 0)`;
}

/**
 * Ends every session of a user, on all hosts and in every store, and every OAuth grant with its tokens, with the
 * transaction. The caller holds the lock of the user.
 */
export async function endSessionsOf(transaction: Pick<Transaction, "run">, userId: string): Promise<void> {
  await transaction.run(
    "insert into auth_session_epoch (user_id, epoch) values (?, 1) on conflict (user_id) do update set epoch = " +
      "auth_session_epoch.epoch + 1",
    [userId],
  );
  await transaction.run("delete from auth_session where user_id = ?", [userId]);
  await transaction.run("delete from auth_oauth_grant where user_id = ?", [userId]);
}
