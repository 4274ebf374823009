import type { Plan } from "@cadastre/client";
import type { ManifestOperation } from "@cadastre/client/manifest";
import { usageFailure } from "../../exit-codes.ts";
import { confirm } from "../input/ask.ts";
import type { Values } from "../input/record-file.ts";
import { writePlan } from "../output/plan.ts";
import type { Row } from "../output/table.ts";
import { Out } from "../output/write-out.ts";
import { canAsk } from "../terminal.ts";
import type { CommandSpec } from "./command-table.ts";
import { callAndWrite, lookOf, type Session } from "./run-operation.ts";

/**
 * Applies a plan with the digest that was given, else with that of the plan as it is now, which is shown and asked about first.
 * @throws CommandFailure, CadastreError
 */
export async function applyPlan(operation: ManifestOperation, spec: CommandSpec, values: Values, session: Session): Promise<void> {
  const { options } = session;
  const isTried = options.dryRun === true;
  const seen = values["digest"] === undefined ? { ...values, digest: await digestSeen(operation, spec, values, session, isTried) } : values;
  if (isTried) return await (await import("./dry-run.ts")).dryRun(operation, [{ values: seen }], session);
  await callAndWrite(operation, spec, seen, session);
}

async function digestSeen(
  operation: ManifestOperation,
  spec: CommandSpec,
  { id }: Values,
  session: Session,
  isTried: boolean,
): Promise<string> {
  const { client, terminal, options } = session;
  const isAsked = !isTried && options.yes !== true;
  if (isAsked && !canAsk(terminal))
    throw usageFailure("pass --digest with the digest of the plan that you looked at, or --yes to apply the plan as it is now");
  const plan: Plan = await client.plans.get(String(id));
  if (isAsked && plan.status === "open") {
    // What is written to standard output is the plan that was applied.
    await writePlan(new Out(terminal.stderr), plan as unknown as Row, { ...lookOf(operation, spec, session), format: "table" });
    await confirm("Apply this plan?", terminal);
  }
  return plan.digest;
}
