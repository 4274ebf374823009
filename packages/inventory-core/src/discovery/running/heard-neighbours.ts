import { type AddressKey, familyOf } from "../../address/address-key.ts";
import { parseAddress } from "../../address/ip-address.ts";
import type { Clock } from "../../contract/clock.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import type { Scanner } from "../../contract/scanning/scanner.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import { answerWithin } from "./answer-within.ts";
import { isSwept, type ScannedNetwork } from "./scan-plan.ts";

/** A scanner that thinks longer has heard of nobody. */
const NEIGHBOURS_TIMEOUT_MS = 5000;

/** Addresses that scanners of this host have heard of in a network that is too large to sweep; none for one that is swept. */
export async function neighbourTableSightings(
  queries: Queries,
  scanners: readonly Scanner[],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
  networkId: string,
): Promise<readonly AddressKey[]> {
  const network = await queries.get<ScannedNetwork>("select subnet, first_key, last_key, prefix_length from network where id = ?", [
    networkId,
  ]);
  if (network === undefined || isSwept(network)) return [];
  const heard = await Promise.all(
    scanners.map(async (scanner) => {
      try {
        const answer: unknown = await answerWithin(clock, NEIGHBOURS_TIMEOUT_MS, () => scanner.neighbours?.(network.subnet), []);
        return Array.isArray(answer) ? (answer as unknown[]) : [];
      } catch (error) {
        logger.warn("a scanner failed when it was asked for neighbours", { scanner: scanner.id, error: messageOf(error) });
        return [];
      }
    }),
  );
  // A scanner may say what it likes: only addresses of the network are planned.
  return heard.flat().flatMap((text) => {
    const key = typeof text === "string" ? parseAddress(text)?.key : undefined;
    return key !== undefined && familyOf(key) === familyOf(network.first_key) ? [key] : [];
  });
}
