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
    (d: {
      /** What cannot run inside; a call of the inventory, unless given. */
      what?: string;
    }) =>
      d.what === undefined
        ? "the inventory was called inside of an open transaction, and the call would wait for the end of that transaction: use what the " +
          "transaction gave to its function, or make the call after the transaction"
        : `${d.what} cannot run inside of a transaction of the inventory, which begins and ends with its function: leave it out`,
  ),
  NOT_IN_TRANSACTION: errorOf(
    "invalid",
    "an operation was called that transactions do not have",
    (d: {
      /** Which method: `plans.apply`. */
      method: string;
    }) =>
      `${d.method} does not run inside of a transaction, which has get, list, history, find, ensure, create, update, delete, bulk and ` +
      `allocate: call it on the inventory, before or after the transaction`,
  ),
  TRANSACTION_FAILED: errorOf(
    "conflict",
    "a call of a transaction failed before, and the transaction went on",
    (_: Record<never, never>) =>
      "an earlier call of this transaction failed (see cause), which ended it; nothing was written: let the function throw what the call " +
      "threw, and run the transaction again",
  ),
  TRANSACTION_NO_CLIENT: errorOf(
    "invalid",
    "the client of pg was asked of a transaction on another storage",
    (_: Record<never, never>) => "this transaction has no client of pg, which only the storage postgresql(…) has: use tx.sql",
  ),
  TRANSACTION_CLOSED: errorOf(
    "conflict",
    "a transaction was used after its end",
    (_: Record<never, never>) =>
      "this transaction has ended, with its function or by its timeout: await every call inside of the function, and read lists there",
  ),
});

const AWAIT = ", with what the promise gives: await it first";
