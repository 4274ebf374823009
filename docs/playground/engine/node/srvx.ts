// `srvx/node` for browsers: there is no server of Node to hand requests in.
export const toNodeHandler = (): undefined => undefined;
