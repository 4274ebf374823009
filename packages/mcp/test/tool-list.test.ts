import { expect, test } from "vitest";
import { startMcp } from "./support/mcp-lab.ts";
test("x", async () => {
  const lab = await startMcp("sqlite");
  for (const rev of ["2025-11-25", "2026-07-28"] as const) {
    const client = await lab.client("admin", rev);
    console.log(client.getServerVersion(), client.getNegotiatedProtocolVersion?.());
    const { tools } = await client.listTools();
    console.log(tools.map((t) => t.name).join("\n"), JSON.stringify(tools).length, JSON.stringify(tools.map(({outputSchema, ...t}) => t)).length);
    console.log(JSON.stringify(tools.find((t) => t.name === "device_create"), null, 1));
    console.log(await client.callTool({ name: "device_create", arguments: { name: "a" } }));
    console.log(JSON.stringify(await client.callTool({ name: "device_list", arguments: {} })));
    console.log(await client.listResourceTemplates());
  }
  await lab.close();
});
