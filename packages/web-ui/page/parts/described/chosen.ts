import { referenceText } from "../../texts/field-values.ts";
import type { Option } from "../fields/option.ts";

/** The option of a chosen record; undefined without an id. */
export const chosenOf = (id: string): Option | undefined => (id === "" ? undefined : { value: id, text: referenceText(id) });
