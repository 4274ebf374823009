import type { Webhook, WebhookDelivery } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { can, offers } from "../session/session.ts";

/** A delivery that failed for good, and whose it was. */
export interface FailedDelivery {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

/** Webhooks that are asked: each is a request. */
const MOST_WEBHOOKS = 12;
/** The newest of each webhook; more are on its page. */
const MOST_OF_EACH = 5;

/** The newest deliveries that failed, of all webhooks that are on. */
export function useFailedDeliveries() {
  const mayAsk = (): boolean => offers("webhooks") && can("webhook:list") && can("webhook:read");
  const webhooks = useQuery({ queryKey: keys.webhooks, queryFn: async () => await ask((service) => service.webhooks.list()), enabled: mayAsk });
  const asked = computed(() => (webhooks.data.value ?? []).filter(({ enabled }) => enabled).slice(0, MOST_WEBHOOKS));
  const failed = useQuery<readonly FailedDelivery[]>({
    queryKey: computed(() => keys.failedDeliveries(asked.value.map(({ id }) => id))),
    queryFn: async ({ signal }) => (await Promise.all(asked.value.map(async (webhook) => await newestFailed(webhook, signal)))).flat().toSorted((one, other) => (one.delivery.created_at > other.delivery.created_at ? -1 : 1)),
    enabled: () => mayAsk() && webhooks.data.value !== undefined,
  });
  return { failed, error: computed(() => webhooks.error.value ?? failed.error.value), refetch: async () => await Promise.all([webhooks.refetch(), failed.refetch()]) };
}

async function newestFailed(webhook: Webhook, signal: AbortSignal): Promise<FailedDelivery[]> {
  return await ask(async (service) => {
    const found: FailedDelivery[] = [];
    // The history may be long: what is not shown is not read.
    for await (const delivery of service.webhookDeliveries.list(webhook.id, { status: "failed" }, { signal })) if (found.push({ webhook, delivery }) === MOST_OF_EACH) break;
    return found;
  });
}
