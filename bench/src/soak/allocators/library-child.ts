import { createInventory, type Inventory, isInventoryError } from "@cadastre/inventory-core";
import { storageOf, type Target } from "../crash/library-performer.ts";
import { type Answer, OPERATIONS, type Request } from "./operations.ts";

/** The process that may be killed: the engine as a library, told what to do by messages and answering with messages. */

export type ToChild = { readonly open: Target } | { readonly call: number; readonly request: Request };
export type FromChild = { readonly opened: true } | { readonly failed: string } | { readonly call: number; readonly answer: Answer };

let inventory: Inventory | undefined;

const say = (message: FromChild): void => void process.send?.(message);

async function answerOf(engine: Inventory, { operation, params, body }: Request): Promise<Answer> {
  try {
    return { status: "ok", result: await OPERATIONS[operation].library(engine, params, (body ?? {}) as never) };
  } catch (error) {
    return isInventoryError(error)
      ? { status: "refused", code: error.code, message: error.message }
      : { status: "refused", code: "UNEXPECTED", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function hear(message: ToChild): Promise<void> {
  if ("open" in message) {
    try {
      inventory = await createInventory({ storage: await storageOf(message.open) });
      say({ opened: true });
    } catch (error) {
      say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  } else if (inventory !== undefined) {
    say({ call: message.call, answer: await answerOf(inventory, message.request) });
  }
}

process.on("message", (message) => void hear(message as ToChild));
// The parent is gone, so nobody would ever kill this one.
process.on("disconnect", () => process.exit(0));
