/** What the page sends its engine, with a port for the answer. */
export interface Asked {
  readonly method: string;
  /** Path and query: `/api/devices?limit=10`. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

/** What goes back through that port: the head, then a piece each time that the page asks for one, then the end. */
export type Answered =
  | {
      readonly kind: "head";
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly hasBody: boolean;
    }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string };

/** What the page says through that port meanwhile. */
export type Wanted = "more" | "nothing";

/** What the engine tells as it starts. */
export type Told = { readonly kind: "ready" } | { readonly kind: "failed"; readonly message: string };
