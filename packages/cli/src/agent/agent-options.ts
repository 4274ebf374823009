/** Options of `cadastre agent`, as commander gives them. */
export interface AgentCommandOptions {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly stateDir: string;
  readonly doNotProbe: string;
  readonly leasePaths: string;
  readonly leaseAllow: string;
  readonly logFormat: "text" | "json";
}
