import type { FindOptions, Option } from "../fields/option.ts";

/** A filter of a list. Its value is a parameter in the address of the page. */
export type Filter = {
  /** Name of the parameter. */
  readonly name: string;
  readonly label: string;
  /** Whether it is folded away until it is set. */
  readonly more?: boolean;
} & (
  | { readonly kind: "text"; readonly hint?: string }
  /** Several, kept as a list with commas. */
  | { readonly kind: "tags" }
  /** Set or not. */
  | { readonly kind: "flag" }
  /** One option. The first means no filter: `{ value: "", text: "Any status" }`. */
  | { readonly kind: "choice"; readonly options: readonly Option[] }
  /** One record, found on the server. `options` are those without one, `chosen` is that of the value in the address. */
  | { readonly kind: "reference"; readonly find: FindOptions; readonly options: readonly Option[]; readonly chosen?: Option | undefined }
);
