// #region route
import { defineHandler } from "nitro/h3";
import { handler } from "../../inventory.ts";

export default defineHandler(async (event) => await handler.fetch(event.req));
// #endregion
