import { openInventory } from "./open-inventory.ts";
import { tokenFor, userOfToken } from "./token-users.ts";
import { visit } from "./visit.ts";

// #region fastify
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";

const { inventory, handler } = await openInventory(userOfToken);
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
// #endregion

const origin = await app.listen({ port: 0, host: "127.0.0.1" });
await visit(`${origin}/ipam`, { authorization: `Bearer ${await tokenFor("7", "ann")}` });
handler.stop();
await app.close();
await inventory.close();
console.log("Fastify: with a token of the application");
