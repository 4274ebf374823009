/** What a thread is asked to do. */
export type HashJob =
  | { readonly kind: "hash"; readonly password: string; readonly cost: number }
  | { readonly kind: "compare"; readonly password: string; readonly hash: string };
