import { storedChoice } from "./stored-choice.ts";

export type Density = "comfortable" | "compact";

/** How close together rows and fields are. */
export const density = storedChoice<Density>("cadastre-density", ["comfortable", "compact"], (chosen) => {
  document.documentElement.dataset["density"] = chosen;
});
