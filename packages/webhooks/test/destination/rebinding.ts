import { Resolver } from "node:dns/promises";
import { connect } from "node:net";
import { createServer, Packet } from "dns2";
import type { OutboundNetwork } from "@cadastre/inventory-core/outbound";
import { ALLOWED_ADDRESS, answering, sendTo, startReceiver } from "../attempt/receiver.ts";

/** What came of a number of deliveries to a name whose answers change from one question to the next. */
export interface RebindingResult {
  readonly delivered: number;
  readonly refused: number;
  /** Questions that the name server was asked. */
  readonly questions: number;
  /** Connections to the listener on the blocked address. */
  readonly canary: number;
}

/**
 * Sends deliveries to a name whose real name server, on loopback, answers with an allowed address and with 127.0.0.1 in
 * turns, TTL 0. A canary listens on 127.0.0.1, at the very port that is dialled.
 */
export async function rebindingRounds(rounds: number): Promise<RebindingResult> {
  let questions = 0;
  const server = createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      for (const question of request.questions) {
        questions += 1;
        const address = questions % 2 === 1 ? ALLOWED_ADDRESS : "127.0.0.1";
        response.answers.push(Packet.createResourceFromQuestion(question, { ttl: 0, address }));
      }
      void send(response);
    },
  });
  const bound = (await server.listen({ udp: { port: 0, address: "127.0.0.1" } })) as { udp: { port: number } };
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers([`127.0.0.1:${bound.udp.port}`]);
  await using receiver = await startReceiver(answering("HTTP/1.1 204 No Content\r\n\r\n"));
  await using canary = await startReceiver(answering("HTTP/1.1 204 No Content\r\n\r\n"));
  const network: OutboundNetwork = {
    resolve: async (hostname) => await resolver.resolve4(hostname),
    // The allowed address is the receiver; every other one is dialled as it is, and would reach the canary.
    dial: ({ address }) =>
      address === ALLOWED_ADDRESS ? connect({ host: "127.0.0.1", port: receiver.port }) : connect({ host: address, port: canary.port }),
  };
  let delivered = 0;
  try {
    for (let round = 0; round < rounds * 2; round += 1) {
      if ((await sendTo({ network }, { url: "http://rebinding.test/" })).delivered) delivered += 1;
    }
  } finally {
    await server.close();
  }
  return { delivered, refused: rounds * 2 - delivered, questions, canary: canary.arrived() };
}
