// `srvx/node` for browsers: there is no server of Node to hand requests in.
export const toNodeHandler = (): undefined => undefined;

export class NodeRequest {
  constructor() {
    throw new Error("no request comes from a server of Node in a browser");
  }
}
