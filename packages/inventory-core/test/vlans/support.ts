import { isInventoryError, type Network } from "@cadastre/inventory-core";

/** Code and message of the error of a call; "none" where it succeeds. */
export const refusalOf = async (call: PromiseLike<unknown>): Promise<readonly unknown[]> =>
  await call.then(
    () => ["none"],
    (error: unknown) => (isInventoryError(error) ? [error.code, error.message] : [error]),
  );

/** The VLAN and the number of a network. */
export const linkOf = ({ vlan, vlan_id: number }: Network): readonly [string | null, number | null] => [vlan, number];
