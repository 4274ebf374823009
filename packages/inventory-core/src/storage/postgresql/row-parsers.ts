import { types } from "pg";
import { inNumbers } from "../sessions/in-numbers.ts";

const asNumber = (text: string): number => Number(text);

/**
 * Values by their type. They go along with each statement: an application that shares its driver or its connections with us may have
 * other parsers for both.
 */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [types.builtins.BOOL, (text: string): unknown => text === "t"],
  // As the other database gives it (`event.txid` alone grows past what a number holds so far).
  [types.builtins.INT8, inNumbers],
  [types.builtins.INT2, asNumber],
  [types.builtins.INT4, asNumber],
  [types.builtins.OID, asNumber],
  [types.builtins.FLOAT4, asNumber],
  [types.builtins.FLOAT8, asNumber],
  [types.builtins.TEXT, (text: string): unknown => text],
]);

/** The `types` of a statement. */
export const ROW_PARSERS = {
  getTypeParser: ((type: number, format: "text"): unknown => PARSERS.get(type) ?? types.getTypeParser(type, format)) as never,
};
