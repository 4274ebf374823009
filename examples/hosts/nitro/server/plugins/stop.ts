// #region stop
import { defineNitroPlugin } from "nitro/runtime";
import { stop } from "../inventory.ts";

export default defineNitroPlugin(() => {
  process.once("SIGTERM", () => void stop().then(() => process.exit()));
});
// #endregion
