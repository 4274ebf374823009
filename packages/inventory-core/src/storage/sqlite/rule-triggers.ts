import type Database from "better-sqlite3";
import type { Logger } from "../../contract/logger.ts";
import { type RetryPolicy, retryTransient } from "../opening/retry.ts";
import { brokenSentence, RULE_CONSTRAINTS, type RuleConstraint } from "../rule-constraints.ts";
import type { Writer } from "./writer.ts";

/** Rules whose table is there and which the database does not hold yet. */
function missingRules(database: Database.Database): readonly RuleConstraint[] {
  const names = new Set(database.prepare<[], string>("select name from sqlite_schema").pluck().all());
  return RULE_CONSTRAINTS.filter(({ name, table }) => names.has(table) && !names.has(name));
}

/** Makes the constraints that are not there; one that rows break is left out, with a warning. */
export async function holdRules(database: Database.Database, writer: Writer, retry: RetryPolicy, logger: Logger): Promise<void> {
  const missing = await retryTransient(retry, async () => missingRules(database));
  const whole: RuleConstraint[] = [];
  for (const rule of missing) {
    const broken = await retryTransient(retry, async () => database.prepare<[], string>(rule.broken).pluck().all());
    if (broken.length > 0) logger.warn(brokenSentence(rule, broken));
    else whole.push(rule);
  }
  // The write lock is taken only when there is something to do: others are at work.
  if (whole.length === 0) return;
  await writer.transaction(async () => {
    const missingNow = new Set(missingRules(database).map(({ name }) => name));
    for (const { name, broken, statements } of whole) {
      if (!missingNow.has(name) || database.prepare(broken).all().length > 0) continue;
      for (const statement of statements.sqlite) database.exec(statement);
    }
  });
}
