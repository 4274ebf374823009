import { NO_RECORD } from "../../texts/described.ts";
import { referenceText } from "../../texts/field-values.ts";
import type { Option } from "../fields/option.ts";

/** The option of a chosen record; undefined where none is chosen. */
export const chosenOf = (id: string): Option | undefined =>
  id === "" || id === NO_RECORD.value ? undefined : { value: id, text: referenceText(id) };
