import { createInventory, KeyRing, servicesOf } from "@cadastre/inventory-core";
import { FakeNetwork, freshStorage } from "@cadastre/testing";
import { webhookOperations, webhooksPlugin } from "@cadastre/webhooks";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

it("sends events to a receiver whose name only the test knows", async () => {
  const received = Promise.withResolvers<unknown>();
  const receiver = createServer((request, response) => {
    received.resolve(request.headers["x-service-event"]);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    // #region network
    const { port } = receiver.address() as AddressInfo;
    const network = new FakeNetwork({ names: { "hooks.example.com": ["10.77.0.1"] }, servers: { "10.77.0.1:80": port } });
    await using inventory = await createInventory({
      storage: await freshStorage(),
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [webhooksPlugin({ network })],
    });
    const webhooks = servicesOf(inventory.host, webhookOperations);
    await webhooks.create({
      name: "mirror",
      url: "http://hooks.example.com/",
      secret: "a secret of the receiver alone",
      events: ["device.created"],
    });
    // #endregion
    await inventory.devices.create({ name: "one" });
    expect(await received.promise).toBe("device.created");
  } finally {
    receiver.close();
  }
});
