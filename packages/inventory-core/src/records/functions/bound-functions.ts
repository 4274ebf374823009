import type { RecordFunctions } from "../../contract/record-functions.ts";
import type { BoundFunctions, RecordKind, RecordTypes } from "../../contract/record-kind.ts";
import type { Resolved, ServiceToken } from "../../contract/service-token.ts";

/**
 * A kind with further functions, which use services of the host. Its schemas stay usable where these services do not exist, as in browsers.
 *
 * @example
 * const RackKind = withFunctions(Rack, [CLOCK], (clock) => ({ check: (draft) => checkDates(draft, clock.now()) }));
 */
export const withFunctions = <Types extends RecordTypes, const Needs extends readonly ServiceToken<unknown>[]>(
  kind: RecordKind<Types>,
  needs: Needs,
  make: (...services: Resolved<Needs>) => RecordFunctions<Types["record"], Partial<Types["record"]>>,
): RecordKind<Types> => ({ ...kind, bound: { needs, make: make as unknown as BoundFunctions["make"] } });

/** The functions of a kind. @param services those that it needs, in the order of `bound.needs` */
export const functionsWith = ({ functions, bound }: RecordKind, services: readonly unknown[]): RecordKind["functions"] => ({
  ...functions,
  ...bound?.make(...(services as never[])),
});
