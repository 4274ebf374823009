import type { AddressKey } from "../../address/address-key.ts";
import { textOf } from "../../address/ip-address.ts";
import { JsonList } from "../../contract/operations/result.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage, SqlValue } from "../../contract/storage/storage.ts";
import { networkErrors } from "../../networks/network.errors.ts";
import type { MissingAddress, MissingFilter } from "./missing-address.ts";

export const MISSING = serviceToken<MissingService>("missing-addresses");

type Row = Omit<MissingAddress, "ip"> & { readonly ip_key: AddressKey };

/** Of devices that are in use, addresses that are told to be missing, in the order of the index that has these. */
const SELECT = `
  select u.device_id, d.name as device_name, u.ip_key, u.since, (
    select min(a.network_id) from address a where a.space = u.space and a.ip_key = u.ip_key and a.device_id = u.device_id
  ) as network_id, (
    select max(s.last_seen) from discovered_device s join network n on n.id = s.network_id where s.ip_key = u.ip_key and n.space = u.space
  ) as last_seen
  from address_absence u join device d on d.id = u.device_id
  where u.told_at is not null and d.status = 'active'`;

/** Tells which recorded addresses scans do not see any more. */
export class MissingService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** Missing addresses, by address space and address. @throws NETWORK_NOT_FOUND */
  async list({ network_id: networkId }: MissingFilter, signal?: AbortSignal): Promise<JsonList<MissingAddress>> {
    const [where, params] = networkId ? await this.#within(networkId) : ["", []];
    return new JsonList(texts(this.#storage.pages<Row>(`${SELECT}${where} order by u.space, u.ip_key, u.device_id`, params, signal)));
  }

  async #within(networkId: string): Promise<readonly [where: string, params: readonly SqlValue[]]> {
    const network = await this.#storage.read.get<{ space: number; first_key: AddressKey; last_key: AddressKey }>(
      "select space, first_key, last_key from network where id = ?",
      [networkId],
    );
    if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
    const { space, first_key: first, last_key: last } = network;
    return [" and u.space = ? and u.ip_key >= ? and u.ip_key <= ?", [space, first, last]];
  }
}

async function* texts(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly string[], void> {
  for await (const page of pages) {
    yield page.map(({ device_id, device_name, ip_key: key, network_id, since, last_seen }) =>
      JSON.stringify({ device_id, device_name, ip: textOf(key), network_id, since, last_seen } satisfies MissingAddress),
    );
  }
}
