import { join } from "node:path";
import { MAIN } from "../../program.ts";
import { ChildServer } from "../../http/child-server.ts";
import { ADMIN } from "../../http/host.ts";

/** `cadastre serve` behind a proxy on this machine; it can be stopped, and started again on what it has. */
export class ProxiedServer {
  readonly port: number;
  readonly basePath: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildServer | undefined;

  /** @param origin of the proxy */
  constructor(folder: string, port: number, basePath: string, origin: string) {
    this.port = port;
    this.basePath = basePath;
    this.#env = {
      LISTEN_ADDR: `127.0.0.1:${port}`,
      DATA_DIR: join(folder, "data"),
      BASE_PATH: basePath,
      TRUSTED_PROXIES: "127.0.0.1",
      BCRYPT_COST: "4",
      DISCOVERY_ENABLED: "false",
      RATE_LIMIT_REQUESTS: "10000",
      LOGIN_RATE_LIMIT_REQUESTS: "1000",
      MCP_OAUTH_ENABLED: "true",
      MCP_OAUTH_ISSUER_URL: origin + basePath,
      INITIAL_ADMIN_USERNAME: ADMIN.username,
      INITIAL_ADMIN_PASSWORD: ADMIN.password,
    };
  }

  async start(): Promise<void> {
    this.#child = new ChildServer(MAIN, ["serve"], this.#env);
    await this.#child.listening();
  }

  async stop(): Promise<void> {
    await this.#child?.stop();
    this.#child = undefined;
  }
}
