import { CadastreError } from "@cadastre/client";

/** As many as a refusal names at most. */
export const MAX_NAMED = 10;

/** An allocation that a range leaves outside of its pool. */
export interface AllocationOutside {
  readonly id: string;
  readonly ip: string;
}

/** The allocations for which a change of a pool was refused; none of any other error. */
export function allocationsOutside(error: unknown): readonly AllocationOutside[] {
  if (!(error instanceof CadastreError) || error.code !== "CONFLICT") return [];
  const { allocations } = (error.details ?? {}) as { readonly allocations?: readonly AllocationOutside[] };
  return Array.isArray(allocations) ? allocations : [];
}
