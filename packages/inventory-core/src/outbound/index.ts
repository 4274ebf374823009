// Subpath ./outbound: connections to machines that users name.

export { AddressList } from "./address-list.ts";
export { type AddressRule, addressRule, type AddressRuleOptions } from "./address-rule.ts";
export { type ConnectStage, DestinationRefused, dialUrl, type DialUrlOptions } from "./dial-url.ts";
export { type OutboundNetwork, systemNetwork } from "./network.ts";
export { openTcp, openTls, openUdp } from "./sockets.ts";
export { untilAborted } from "./until-aborted.ts";
