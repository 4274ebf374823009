import type { Device, ImportProblemInput, ImportRowInput, Manifest } from "@cadastre/client";

/** Declared kinds of the server, as its manifest has them. */
export type Kinds = NonNullable<Manifest["kinds"]>;

/** An option of a format, as the thread that knows formats tells it. */
export interface OptionInfo {
  readonly name: string;
  readonly description: string;
  readonly values?: readonly string[];
  readonly default?: string;
  readonly required?: boolean;
}

/** A format that can be read from files. */
export interface FormatInfo {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Whether it takes several files. */
  readonly several: boolean;
  readonly options: readonly OptionInfo[];
}

/** What the thread is asked, one thing at a time. */
export type Question =
  | { readonly kind: "formats"; readonly kinds: Kinds }
  | {
      readonly kind: "read";
      readonly format: string;
      readonly files: readonly File[];
      readonly options: Readonly<Record<string, string>>;
      readonly kinds: Kinds;
    }
  | { readonly kind: "write"; readonly format: "csv" | "json"; readonly devices: readonly Device[] }
  | {
      readonly kind: "write-records";
      readonly format: "csv" | "json";
      /** Name of the declared kind whose records they are. */
      readonly type: string;
      readonly kinds: Kinds;
      readonly records: readonly object[];
    };

/** What a reader gives. */
export type Item = ImportRowInput | ImportProblemInput;

/** What it answers: pieces, and then the end or why there is none. */
export type Answer =
  | { readonly kind: "formats"; readonly formats: readonly FormatInfo[] }
  | { readonly kind: "items"; readonly items: readonly Item[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };
