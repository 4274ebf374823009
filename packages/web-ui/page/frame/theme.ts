import { storedChoice } from "./stored-choice.ts";

export type Theme = "system" | "light" | "dark";

export const theme = storedChoice<Theme>("cadastre-theme", ["system", "light", "dark"], () => {
  dispatchEvent(new Event("cadastre-theme"));
});
