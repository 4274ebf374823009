import { defineErrors, errorOf } from "./error.ts";

/** What a program that embeds the engine is told of calls that it should not make: mistakes of the program, not of its users. */
export const callErrors = defineErrors({
  ARGUMENT_INVALID: errorOf(
    "invalid",
    "a method of the library was called without the id that it takes, or with something else in its place",
    (d: {
      /** Which method: `pools.create`. */
      method: string;
      /** Its argument that is wrong: `networkId`. */
      argument: string;
      /** What was given in its place: `an object`. */
      given: string;
      /** How it is called: `pools.create(networkId, { … })`. */
      usage: string;
    }) =>
      `${d.method} takes ${d.argument} as a text, and was given ${d.given}: call it as ${d.usage}${d.given === "a promise" ? AWAIT : ""}`,
  ),
  INVENTORY_CLOSED: errorOf(
    "unavailable",
    "the inventory was used after its close",
    (_: Record<never, never>) =>
      "this inventory is closed: open another with createInventory, or close it after its last use (a block with await using closes it " +
      "at its end)",
  ),
  TRANSACTION_OPEN: errorOf(
    "conflict",
    "the inventory was called inside of an open transaction of the same storage, which the call would wait for",
    (_: Record<never, never>) =>
      "the inventory was called inside of an open transaction, and the call would wait for the end of that transaction: use the change " +
      "that the transaction was given, or make the call after the transaction",
  ),
});

const AWAIT = ", with what the promise gives: await it first";
