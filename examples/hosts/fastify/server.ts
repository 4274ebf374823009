import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
const handler = createHandler(inventory.host, { basePath: "/ipam" });
const app = Fastify({ forceCloseConnections: true });
await app.register(async (ipam) => {
  // Bodies are Cadastre's to read: Fastify's parsers leave nothing of them on the raw request.
  ipam.removeAllContentTypeParsers();
  ipam.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const give = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    await handler.node(request.raw, reply.raw);
  };
  ipam.all("/ipam", give);
  ipam.all("/ipam/*", give);
});
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });

process.once("SIGTERM", async () => {
  handler.stop();
  await app.close();
  await inventory.close();
});
