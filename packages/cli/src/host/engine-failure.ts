import { isInventoryError } from "@cadastre/inventory-core";
import { CommandFailure, EXIT } from "../exit-codes.ts";

/** The engine did not start, or refused what a command asked of it, in one sentence. */
export class EngineFailure extends CommandFailure {
  constructor(cause: unknown) {
    super(sentenceOf(cause), EXIT.failed, { cause });
    this.name = "EngineFailure";
  }
}

/** The innermost of our own errors says best what is wrong. */
function sentenceOf(error: unknown): string {
  let best = error instanceof Error ? error.message : String(error);
  for (let current = error; current instanceof Error; current = current.cause) if (isInventoryError(current)) best = current.message;
  return best;
}
