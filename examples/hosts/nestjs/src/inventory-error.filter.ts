// #region filter
import { InventoryError } from "@cadastre/inventory-core";
import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { Response } from "express";

const STATUS: Readonly<Partial<Record<InventoryError["kind"], number>>> = {
  invalid: 400,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  exhausted: 409,
  unavailable: 503,
};

/** Answers with errors of the inventory that controllers of the application throw: their code, their sentence and their details. */
@Catch(InventoryError)
export class InventoryErrorFilter implements ExceptionFilter<InventoryError> {
  catch(error: InventoryError, host: ArgumentsHost): void {
    const status = STATUS[error.kind] ?? 500;
    const { code, message, details } = error;
    const body = status === 500 ? { code: "INTERNAL_ERROR", error: "internal error" } : { code, error: message, details };
    host.switchToHttp().getResponse<Response>().status(status).json(body);
  }
}
// #endregion
