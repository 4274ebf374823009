import { deb } from "./deb/deb.ts";
import { image } from "./image/image.ts";
import { install } from "./install/install.ts";
import type { Trial } from "./trial.ts";
import { unit } from "./unit/unit.ts";

/** Every trial, in the order in which they run. */
export const TRIALS: readonly Trial[] = [install, unit, deb, image];
