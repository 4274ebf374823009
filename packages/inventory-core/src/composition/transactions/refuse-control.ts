import { callErrors } from "../../contract/errors/call-errors.ts";

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** A first statement that begins or ends a transaction. */
const FIRST = /^\s*(begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!(?:\s+(?:work|transaction))?\s+to\b))\b/i;

/** A later statement that ends one. Bodies of triggers and functions have `begin` and `end` there. */
const LATER = /;\s*(commit|abort|rollback(?!(?:\s+(?:work|transaction))?\s+to\b))\b/i;

/**
 * Refuses statements that begin or end a transaction. A `rollback to` a savepoint is none.
 * @throws TRANSACTION_OPEN
 */
export function refuseControl(sql: string): void {
  const statements = sql.replaceAll(COMMENTS, " ");
  const statement = (FIRST.exec(statements) ?? LATER.exec(statements))?.[1];
  if (statement !== undefined) throw callErrors.TRANSACTION_OPEN({ what: `the statement ${statement.toLowerCase()}` });
}
