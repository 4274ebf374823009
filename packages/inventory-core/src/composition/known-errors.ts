import { type DetailsOf, type InventoryError, isEngineError } from "../contract/errors/error.ts";
import type { errorCatalogues } from "./core-errors.ts";

/**
 * Codes of errors, each with the type of its details: those of the engine, and those that plugins add.
 *
 * @example
 * // In a plugin, beside its errors:
 * declare module "@cadastre/inventory-core" {
 *   interface ErrorDetails extends DetailsOf<typeof rackErrors> {}
 * }
 */
export interface ErrorDetails extends DetailsOf<(typeof errorCatalogues)[number]> {}

/** Codes of the errors of the engine and of the plugins that a program imports. */
export type ErrorCode = keyof ErrorDetails;

/** An error of the engine or of a plugin that the program imports: its `code` tells which details it has. */
export type KnownError = { readonly [Code in ErrorCode]: InventoryError<Code, ErrorDetails[Code]> }[ErrorCode];

/**
 * True for errors of the engine and its plugins, also when a second copy of the package made them.
 *
 * @example
 * if (isInventoryError(error) && error.code === "POOL_NOT_FOUND") console.log(error.details.id);
 */
export function isInventoryError(error: unknown): error is KnownError {
  return isEngineError(error);
}
