/** A record as the service answers it. */
export interface Made {
  readonly id: string;
}

export interface Named extends Made {
  readonly name: string;
}

export interface Utilization {
  readonly total_ips: number | string;
  readonly used_ips: number | string;
  readonly utilization: number;
}

export interface Related {
  readonly parent_id: string;
  readonly child_id: string;
  readonly type: string;
}

/** Fields of a new record; the service checks them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where an inventory is loaded into and read back from. */
export interface Target {
  readonly name: string;
  createDatacenter(fields: Fields): Promise<Made>;
  createNetwork(fields: Fields): Promise<Made>;
  createPool(networkId: string, fields: Fields): Promise<Made>;
  createDevice(fields: Fields): Promise<Made>;
  relate(parentId: string, fields: Fields): Promise<unknown>;
  devicesOf(networkId: string): Promise<readonly Named[]>;
  utilizationOf(networkId: string): Promise<Utilization>;
  nextIp(poolId: string): Promise<{ readonly ip: string }>;
  search(q: string): Promise<readonly Named[]>;
  relationships(): Promise<readonly Related[]>;
  close(): Promise<void>;
}

/** What both targets throw when they refuse a record: a stable code, a sentence, the fields that are wrong. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** True for a refusal of this one record; anything else is a failure of the whole import. */
export function isRefusal(error: unknown): error is Refusal {
  const refusals = ["VALIDATION_ERROR", "ALREADY_EXISTS", "CONFLICT"];
  return error instanceof Error && "code" in error && refusals.includes(String(error.code));
}
