/** More open ports than any host offers: something in between accepts whatever is sent. */
export const MANY_OPEN = 40;
const MANY_OPEN_SHARE = 0.8;
const ENOUGH_PORTS = 10;

/** Whether a host accepts connections at nearly every port: they say nothing of services. @param tried how many ports were */
export const acceptsAll = (open: number, tried: number): boolean =>
  open >= MANY_OPEN || (tried >= ENOUGH_PORTS && open > MANY_OPEN_SHARE * tried);

/** How that is told of a host. */
export const acceptsAllMessage = (ip: string): string =>
  `${ip} accepts connections on nearly every port, probably a firewall or proxy answers: its ports and services are not reported`;
