import { type Inventory, SYSTEM } from "@cadastre/inventory-core";

/** What a caller sends with an operation. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** The first page of a list, or nothing. The rest is not read. */
async function firstPage(pages: AsyncIterable<readonly string[] | string>): Promise<string> {
  for await (const page of pages) if (page.length > 0) return typeof page === "string" ? page : page.join();
  return "";
}

/** @returns the answer as HTTP has it: the text of a record, and of a list or a file what comes first, when it is there. */
export async function ask({ host }: Inventory, id: string, { params = {}, query = {}, body }: Asked = {}): Promise<string> {
  const operation = host.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  const result = await host.execute(operation, { params, query, body: async () => body ?? {} }, { principal: SYSTEM, source: "bench" });
  switch (result.kind) {
    case "record":
      return result.value.text;
    case "list":
    case "list-record":
      return await firstPage(result.value.pages);
    case "file":
      return await firstPage(result.value.pieces);
    default:
      return "";
  }
}
