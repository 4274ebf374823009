import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import { z } from "zod";
import { badInput } from "../reading/bad-input.ts";
import { type ServiceAccess, ServiceClient } from "../reading/service-client.ts";

/** A page of a list (NetBox, "REST API: pagination"). */
const Page = z.looseObject({ next: z.string().nullable(), results: z.array(z.unknown()) });

/** A record as it came, and where it stands: `dcim/devices, page 2, record 17`. */
export interface NetboxRecord {
  readonly at: ImportPlace;
  readonly value: unknown;
}

/** Reads the lists of NetBox's REST API. */
export class NetboxClient {
  readonly #client: ServiceClient;
  readonly #pageSize: number;

  constructor(access: ServiceAccess, pageSize: number) {
    this.#client = new ServiceClient(access);
    this.#pageSize = pageSize;
  }

  /** Records of a list, page by page. Memory holds a page. @throws INVALID_INPUT, UNAVAILABLE */
  async *records(path: string, query: Readonly<Record<string, string | readonly string[]>> = {}): AsyncGenerator<NetboxRecord> {
    for await (const page of this.pages(path, query)) yield* page;
  }

  /** The same in pages. @throws INVALID_INPUT, UNAVAILABLE */
  async *pages(path: string, query: Readonly<Record<string, string | readonly string[]>> = {}): AsyncGenerator<readonly NetboxRecord[]> {
    let search = `?${searchOf({ ...query, limit: String(this.#pageSize) })}`;
    for (let page = 1; ; page += 1) {
      const { next, results } = await this.#page(`${path}/${search}`);
      yield results.map((value, index) => ({ at: { path: `${path}, page ${page}, record ${index + 1}` }, value }));
      if (next === null) return;
      const following = this.#searchOfNext(next, path);
      if (following === search || results.length === 0) throw badInput(`NetBox repeats page ${page} of ${path}`);
      search = following;
    }
  }

  /** All records of a list, of one that is short. */
  async all(path: string): Promise<readonly NetboxRecord[]> {
    return await Array.fromAsync(this.records(path));
  }

  async #page(path: string): Promise<z.infer<typeof Page>> {
    const { body } = await this.#client.json(path);
    const page = Page.safeParse(body);
    if (!page.success) throw badInput(`NetBox answered ${path} with an unexpected response: check its URL`);
    return page.data;
  }

  /**
   * Where the next page is. Only its query is used: behind a proxy NetBox often names itself wrongly, and the token is for the
   * address that was given.
   */
  #searchOfNext(next: string, path: string): string {
    const url = URL.parse(next, this.#client.base.href);
    if (url?.hostname !== this.#client.base.hostname)
      throw badInput(`NetBox refers to ${url?.origin ?? "an invalid URL"} for the next page of ${path}: the token is not sent there`);
    return url.search;
  }
}

function searchOf(query: Readonly<Record<string, string | readonly string[]>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const each of [value].flat()) search.append(name, each);
  return search.toString();
}
