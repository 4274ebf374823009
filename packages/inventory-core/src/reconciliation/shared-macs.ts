/** First digits of the hardware addresses of virtual routers: VRRP and CARP, HSRP (three versions) and GLBP. */
const VIRTUAL_ROUTERS = ["00:00:5e:00:01:", "00:00:5e:00:02:", "00:00:0c:07:ac:", "00:00:0c:9f:f", "00:05:73:a0:0", "00:07:b4:00:"];

const GROUP = 1;
const LOCALLY_ADMINISTERED = 2;

const firstOctet = (mac: string): number => Number.parseInt(mac.slice(0, 2), 16);

/** Whether a hardware address is never that of one machine: a group address, or one that virtual routers share. */
export const isSharedMac = (mac: string): boolean =>
  (firstOctet(mac) & GROUP) !== 0 || VIRTUAL_ROUTERS.some((start) => mac.startsWith(start));

/** Whether hosts with one hardware address are one machine: a vendor gave it to that machine alone. */
export const namesOneMachine = (mac: string): boolean => mac !== "" && !isSharedMac(mac) && (firstOctet(mac) & LOCALLY_ADMINISTERED) === 0;
