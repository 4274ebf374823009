import type { Client, PoolClient } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import { renewEventEpoch } from "../event-epoch.ts";
import { isLost } from "../postgresql-failures.ts";
import { unnamedQuery } from "../driver-query.ts";
import { PostgresqlTransaction } from "../postgresql-transaction.ts";

/** Whoever writes events waits behind the lock on their table, so it is not waited for long. */
const LOCK_TIMEOUT = "5s";

/**
 * On another server than before, ahead of every write there: its transaction numbers may be lower, when it is a standby that
 * had not received all, so that events would come before those that were read.
 * @param locals settings that end with the transaction
 * @throws when the connection breaks
 */
export async function renewAfterMove(client: Client | PoolClient, logger: Logger, locals: string): Promise<void> {
  const transaction = new PostgresqlTransaction(client as unknown as PoolClient, {
    openEm: () => {
      throw new Error("no unit of work is needed here");
    },
    toQuery: unnamedQuery,
    locals,
  });
  try {
    await transaction.define(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await renewEventEpoch(transaction, logger);
    await transaction.commit();
  } catch (error) {
    if (isLost(error)) throw error;
    await transaction.rollback();
    logger.warn("the event log was not given a new epoch: if changes were lost with the server before this one, restart all servers", {
      error: error instanceof Error ? error.message : String(error),
    });
  }
}
