import type { ApiServer, Reply } from "../api-server.ts";

export type Body = Reply["body"];

/** What tests of child allocation do again and again. */
export function childNetworks(api: () => ApiServer) {
  const network = async (subnet: string, more: object = {}): Promise<string> =>
    (await api().operator("POST", "/api/networks", { name: subnet, subnet, ...more })).body.id;
  const allocate = async (parent: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    await api().operator("POST", `/api/networks/${parent}/networks`, { name: "child", ...body }, headers);
  const subnetsOf = ({ status, body }: Reply): Body =>
    status === 201 ? body.networks.map(({ subnet }: { subnet: string }) => subnet) : [status, body.code];
  return {
    network,
    allocate,
    subnetsOf,
    /** The subnets that a request is given. */
    given: async (parent: string, body: object): Promise<Body> => subnetsOf(await allocate(parent, body)),
  };
}
