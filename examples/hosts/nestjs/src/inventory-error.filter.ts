// #region filter
import { InventoryError, statusOf, toResponse } from "@cadastre/inventory-core";
import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { Response } from "express";

/** Answers with errors of the inventory that controllers of the application throw, as the server of Cadastre does. */
@Catch(InventoryError)
export class InventoryErrorFilter implements ExceptionFilter<InventoryError> {
  async catch(error: InventoryError, host: ArgumentsHost): Promise<void> {
    const body: unknown = await toResponse(error).json();
    host.switchToHttp().getResponse<Response>().status(statusOf(error)).json(body);
  }
}
// #endregion
