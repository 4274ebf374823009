import { expect, describe, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { ScriptedScanner, stuckAfter } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** A scanner that takes its time to say whether it can work, and then hears no signal. */
class SlowToSay extends ScriptedScanner {
  say: () => void = () => {};

  override async unavailable(): Promise<string | null> {
    await new Promise<void>((resolve) => (this.say = resolve));
    return null;
  }
}

describe.each(DATABASES)("a scan on %s that is told to stop before its scanner begins", (_, openPlace) => {
  it.each(["cancelled", "left to another host"])("is %s, and does not wait for the scanner", async (how) => {
    const scanner = new SlowToSay(stuckAfter(0, false));
    const say = vi.spyOn(scanner, "unavailable");
    await using place = await openPlace();
    const host = await scanHost(place, scanner);
    const network = await host.inventory.networks.create({ name: "lab", subnet: "10.0.0.0/29" });
    const { id } = await host.inventory.scans.start(network.id, {});
    await vi.waitFor(() => expect(say).toHaveBeenCalled());
    if (how === "cancelled") {
      await host.inventory.scans.cancel(id);
      scanner.say();
      await host.inventory.close();
    } else {
      const closed = host.inventory.close();
      await new Promise((resolve) => setImmediate(resolve));
      scanner.say();
      await closed;
    }
    expect(scanner.asked).toEqual([]);
  });
});
