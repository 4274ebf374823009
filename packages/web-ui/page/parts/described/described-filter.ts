import { findRecords } from "../../queries/find-records.ts";
import { type DescribedField, NO_RECORD } from "../../texts/described.ts";
import { chosenOf } from "./chosen.ts";
import type { Filter } from "../filters/filter.ts";

const ANY = { value: "", text: "Any" } as const;
const option = (value: string | number, text = String(value)) => ({ value: String(value), text });

/**
 * The filter of a list by a field; none for a field without a single value.
 * @param value the value in the address of the page
 * @param none whether the list can be filtered for records without a value
 */
export function filterOf(field: DescribedField, value: string, none = false): readonly Filter[] {
  const { name, label, kind, choices = [], refersTo, nullable } = field;
  const first = none && nullable ? [ANY, NO_RECORD] : [ANY];
  switch (kind) {
    case "map":
    case "objects":
    case "secret":
      return [];
    case "boolean":
      return [{ name, label, kind: "choice", options: [...first, option("true", "yes"), option("false", "no")] }];
    case "choice":
      return [
        { name, label, kind: "choice", options: [...first, ...choices.filter((choice) => choice !== "").map((choice) => option(choice))] },
      ];
    case "reference":
      return [{ name, label, kind: "reference", find: findRecords(refersTo), options: first, chosen: chosenOf(value) }];
    case "references":
      return [{ name, label, kind: "reference", find: findRecords(refersTo), options: [ANY], chosen: chosenOf(value) }];
    case "tags":
      return [{ name, label, kind: "tags" }];
    default:
      return [{ name, label, kind: "text" }];
  }
}
