import { type Command, Option } from "commander";
import type { AgentCommandOptions } from "./agent-options.ts";

const GROUP = "To run an agent:";

function managesAgents(words: readonly string[]): boolean {
  const at = words.indexOf("agent");
  return at !== -1 && words[at + 1]?.startsWith("-") === false;
}

/**
 * `cadastre agent` runs an agent; its commands, which manage them on the server, are made with those of the client.
 * @param words what is called
 * @param version of the program
 */
export function addAgentCommand(program: Command, words: readonly string[], version: string): void {
  const command = program.command("agent");
  // Commander would take these from the commands that manage agents, which have a --ca-file too.
  if (managesAgents(words)) return;
  const options = [
    new Option("--server <url>", "URL of the server, such as https://inventory.example.com"),
    new Option("--token-file <file>", "file with the token that the agent got when it was registered"),
    new Option("--ca-file <file>", "PEM file with the CA certificate of the server"),
    new Option("--state-dir <folder>", "folder of what outlives the process: reports that could not be sent yet").default("./agent-state"),
    new Option("--do-not-probe <ranges>", "addresses that receive no packet, whatever the server asks for").default(""),
    new Option(
      "--lease-paths <folders>",
      "folders, separated by commas, whose lease files may be read; the server cannot widen it",
    ).default(""),
    new Option(
      "--lease-allow <ranges>",
      "addresses at which a Kea server may be although they are loopback or this machine's own, such as 127.0.0.1",
    ).default(""),
    new Option("--log-format <format>", "log format").choices(["text", "json"]).default("text"),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  command
    .addHelpText("after", `\nAn agent goes through the proxy that HTTPS_PROXY names, but for servers in NO_PROXY.`)
    .action(async (given: AgentCommandOptions) => {
      if (given.server === undefined && given.tokenFile === undefined) command.help({ error: true });
      await (await import("./run-agent.ts")).runAgentCommand(given, version);
    });
}
