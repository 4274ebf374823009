import { Agent, get } from "node:http";

// Reads a list over and over, in a process of its own so that it does not slow down who measures beside it.

const [url = "", authorization = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

function again(): void {
  const sent = get(url, { agent, headers: { authorization } }, (response) => {
    response.once("data", () => console.log(`list-child listens at ${url}`));
    response.resume().once("end", again);
  });
  sent.once("error", (error) => {
    console.error(error);
    process.exitCode = 1;
  });
}

again();
