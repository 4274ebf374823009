// `node:net` for browsers.
export { isIP, isIPv4, isIPv6 } from "../../../../packages/web-ui/formats/node/net.ts";

/** The addresses of trusted proxies: in a browser there are none. */
export class BlockList {
  readonly check = (): boolean => false;

  readonly addAddress = (): never => {
    throw new TypeError("there is no proxy before an engine in a browser: leave trustedProxies empty");
  };

  readonly addSubnet = this.addAddress;
}
