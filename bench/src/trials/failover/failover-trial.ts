import type { Trial } from "../trial.ts";
import { DATABASE, failOver } from "./fail-over.ts";
import { startMovingAddress } from "./moving-address.ts";

/** No acknowledged write is lost with the primary, by either way that servers find the next one. */
export const failoverTrial: Trial = {
  name: "failover",
  about:
    "the PostgreSQL primary is killed under load of two servers: nothing acknowledged is lost, by a URL with two hosts and by a " +
    "moving address",
  needs: [],
  async run(context) {
    await failOver(context, "one", async ({ primary, standby }) => ({
      name: "URL with two hosts",
      url: `postgresql://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}?target_session_attrs=read-write`,
      moved: () => {},
    }));
    await failOver(context, "two", async ({ primary, standby }) => {
      const address = await startMovingAddress(primary.port);
      context.afterwards(async () => await address.stop());
      return {
        name: "moving address",
        url: `postgresql://postgres@127.0.0.1:${address.port}/${DATABASE}`,
        moved: () => address.moveTo(standby.port),
      };
    });
  },
};
