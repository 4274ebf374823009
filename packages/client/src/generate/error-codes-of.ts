import type { Manifest } from "../generated/api.ts";
import { keyOf } from "./names.ts";
import { comment } from "./typescript-of.ts";

/** The codes that operations can fail with, as the lines of an interface of their kinds. */
export function errorCodesOf({ errors }: Pick<Manifest, "errors">): readonly string[] {
  return Object.entries(errors).flatMap(([code, { kind, when }]) => [
    ...comment(`${when.charAt(0).toUpperCase()}${when.slice(1)}`, "  "),
    `  readonly ${keyOf(code)}: ${JSON.stringify(kind)};`,
  ]);
}
