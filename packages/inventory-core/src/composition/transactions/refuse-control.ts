import { callErrors } from "../../contract/errors/call-errors.ts";

/** Statements that begin or end a transaction, after comments. A `rollback to` a savepoint is none. */
const ENDS =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(begin|start\s+transaction|commit|end|abort|rollback(?!\s+(?:transaction\s+|work\s+)?to\b)|prepare\s+transaction)\b/i;

/** @throws TRANSACTION_OPEN for a statement that begins or ends a transaction */
export function refuseControl(sql: string): void {
  const statement = ENDS.exec(sql)?.[1];
  if (statement !== undefined) throw callErrors.TRANSACTION_OPEN({ what: `the statement ${statement.toLowerCase()}` });
}
