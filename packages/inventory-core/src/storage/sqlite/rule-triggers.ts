import type { Logger } from "../../contract/logger.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { OpeningTransaction } from "../opening/run-migrations.ts";
import { brokenSentence, RULE_CONSTRAINTS, type RuleConstraint } from "../rule-constraints.ts";

/** Rules whose table is there and which the database does not hold yet. */
async function missingRules(queries: Queries): Promise<readonly RuleConstraint[]> {
  const rows = await queries.all<{ name: string }>("select name from sqlite_schema");
  const names = new Set(rows.map(({ name }) => name));
  return RULE_CONSTRAINTS.filter(({ name, table }) => names.has(table) && !names.has(name));
}

/**
 * Makes the constraints that are not there; one that rows break is left out, with a warning.
 * @param queries which try again while the database is busy
 * @param write runs one transaction under the write lock
 */
export async function holdRules(
  queries: Queries,
  write: (work: (transaction: OpeningTransaction) => Promise<void>) => Promise<void>,
  logger: Logger,
): Promise<void> {
  const whole: RuleConstraint[] = [];
  for (const rule of await missingRules(queries)) {
    const broken = await queries.all<{ what: string }>(rule.broken);
    if (broken.length === 0) whole.push(rule);
    else
      logger.warn(
        brokenSentence(
          rule,
          broken.map(({ what }) => what),
        ),
      );
  }
  // The write lock is taken only when there is something to do: others are at work.
  if (whole.length === 0) return;
  await write(async (transaction) => {
    const missingNow = new Set((await missingRules(transaction)).map(({ name }) => name));
    for (const { name, broken, statements } of whole) {
      if (!missingNow.has(name) || (await transaction.all(broken)).length > 0) continue;
      for (const statement of statements.sqlite) await transaction.define(statement);
    }
  });
}
