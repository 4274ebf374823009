import { findRecords } from "../../queries/find-records.ts";
import type { DescribedField } from "../../texts/described.ts";
import { chosenOf } from "./chosen.ts";
import type { Filter } from "../filters/filter.ts";

const ANY = { value: "", text: "Any" } as const;
const option = (value: string | number, text = String(value)) => ({ value: String(value), text });

/**
 * The filter of a list by a field; none for a field without a single value.
 * @param value the value in the address of the page
 */
export function filterOf({ name, label, kind, choices = [], refersTo }: DescribedField, value: string): readonly Filter[] {
  switch (kind) {
    case "map":
    case "objects":
    case "secret":
      return [];
    case "boolean":
      return [{ name, label, kind: "choice", options: [ANY, option("true", "yes"), option("false", "no")] }];
    case "choice":
      return [
        { name, label, kind: "choice", options: [ANY, ...choices.filter((choice) => choice !== "").map((choice) => option(choice))] },
      ];
    case "reference":
    case "references":
      return [{ name, label, kind: "reference", find: findRecords(refersTo), none: ANY, chosen: chosenOf(value) }];
    case "tags":
      return [{ name, label, kind: "tags" }];
    default:
      return [{ name, label, kind: "text" }];
  }
}
