/** Where the server is on the cable. */
export const SERVER = "10.77.0.1";
/** Where the receiver is. */
export const RECEIVER = "10.77.0.2";
/** Where nobody is. */
export const STRAY = "10.77.0.5";
/** The network that both are in. */
export const CABLE = "10.77.0.0/29";

/** Ports of the receiver, by how it speaks there. */
export const PORTS = { plain: 8081, known: 8443, unknown: 9443 } as const;

/** The name in the receiver's certificates. */
export const RECEIVER_NAME = "receiver.lab.test";
/** A name that leads to loopback. */
export const TREACHEROUS_NAME = "treacherous.lab.test";
/** A name that leads to the receiver, and to loopback too. */
export const TWO_FACED_NAME = "two-faced.lab.test";
