/** Where the servers of the drill are on the cable. */
export const SERVER = "10.78.0.1";
/** Where their webhooks go. */
export const RECEIVER = "10.78.0.2";
export const RECEIVER_PORT = 8081;
