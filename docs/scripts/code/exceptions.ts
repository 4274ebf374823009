/** A block of code that is neither taken from a file that runs nor checked, and why. */
export interface Exception {
  readonly page: string;
  /** A part of the block that no other block of the page has. */
  readonly has: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  { page: "docs/guides/mcp.md", has: '"mcpServers"', reason: "a config file of programs of others" },
  { page: "docs/guides/command-line.md", has: '"api_url"', reason: "a file that cadastre login writes; that it is JSON is checked" },
  { page: "docs/guides/ansible.md", has: "usage: $0", reason: "a script that the trial ansible runs" },
  { page: "docs/guides/monitor.md", has: "npm install @opentelemetry/sdk-node", reason: "a program of others, which users choose" },
  { page: "docs/guides/moving-from-rackd.md", has: "for network in", reason: "a loop over the API of another system" },
];
