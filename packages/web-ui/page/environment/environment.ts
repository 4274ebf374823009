import { createWebHistory, type RouterHistory } from "vue-router";
import { BASE_PATH } from "./base-path.ts";

/**
 * What the page runs in. Everything that it asks goes through `send`, and `history` has the address of what it shows. A build may put
 * another module in the place of this one (`bundlePage`), as the playground of the documentation does, whose engine is in the browser.
 */
export interface Environment {
  /** As `fetch`: for paths below the base path, such as `/ipam/api/devices`. Event streams are answers that are read as they come. */
  readonly send: typeof fetch;
  readonly history: () => RouterHistory;
  /** Whether there is a server, which others reach at the address that the page tells, and somebody operates. */
  readonly served: boolean;
}

/** The server that sent the page. */
export const environment: Environment = {
  send: async (input, init) => await fetch(input, init),
  history: () => createWebHistory(BASE_PATH),
  served: true,
};
