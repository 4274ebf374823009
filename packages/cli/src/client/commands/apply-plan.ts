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
 * Applies a plan with the given digest. Without one, shows the current plan, asks for confirmation and uses its digest.
 * @throws CommandFailure, CadastreError
 */
export async function applyPlan(operation: ManifestOperation, spec: CommandSpec, values: Values, session: Session): Promise<void> {
  const { options } = session;
  const isDryRun = options.dryRun === true;
  const reviewed =
    values["digest"] === undefined ? { ...values, digest: await reviewedDigest(operation, spec, values, session, isDryRun) } : values;
  if (isDryRun) return await (await import("./dry-run.ts")).dryRun(operation, [{ values: reviewed }], session);
  await callAndWrite(operation, spec, reviewed, session);
}

async function reviewedDigest(
  operation: ManifestOperation,
  spec: CommandSpec,
  { id }: Values,
  session: Session,
  isDryRun: boolean,
): Promise<string> {
  const { client, terminal, options } = session;
  const needsConfirmation = !isDryRun && options.yes !== true;
  if (needsConfirmation && !canAsk(terminal))
    throw usageFailure("pass --digest with the digest of the reviewed plan, or --yes to apply the current plan");
  const plan = await client.plans.get(String(id));
  if (needsConfirmation && plan.status === "open") {
    // Standard output is for the applied plan.
    await writePlan(new Out(terminal.stderr), plan as unknown as Row, { ...lookOf(operation, spec, session), format: "table" });
    await confirm("Apply this plan?", terminal);
  }
  return plan.digest;
}
