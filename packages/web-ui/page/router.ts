import { createRouter } from "vue-router";
import { environment } from "./environment/environment.ts";
import { keepScroll } from "./parts/kept-place.ts";
import { reportNotLoaded } from "./parts/broken.ts";
import { mayDiscard } from "./parts/forms/unsaved.ts";
import { session } from "./api/session.ts";

declare module "vue-router" {
  interface RouteMeta {
    /** Shown to who is signed out. */
    open?: true;
  }
}

export const router = createRouter({
  history: environment.history(),
  routes: [
    { path: "/", name: "home", component: () => import("./home/home-page.vue") },
    { path: "/sign-in", name: "sign-in", component: () => import("./session/sign-in-page.vue"), meta: { open: true } },
    { path: "/setup", name: "setup", component: () => import("./session/setup-page.vue"), meta: { open: true } },
    { path: "/networks", name: "networks", component: () => import("./networks/networks-page.vue") },
    { path: "/networks/:id", name: "network", component: () => import("./networks/network-page.vue"), props: true },
    { path: "/devices", name: "devices", component: () => import("./devices/devices-page.vue") },
    { path: "/devices/import", name: "import", component: () => import("./devices/import/import-page.vue") },
    { path: "/devices/:id", name: "device", component: () => import("./devices/device-page.vue"), props: true },
    { path: "/addresses/:ip", name: "address", component: () => import("./addresses/address-page.vue"), props: true },
    { path: "/topology", name: "topology", component: () => import("./topology/topology-page.vue") },
    { path: "/discovery", name: "discovery", component: () => import("./discovery/discovery-page.vue") },
    { path: "/discovery/agents", name: "agents", component: () => import("./agents/agents-page.vue") },
    { path: "/discovery/snmp-devices", name: "snmp-devices", component: () => import("./snmp/snmp-devices-page.vue") },
    { path: "/discovery/lease-sources", name: "lease-sources", component: () => import("./leases/lease-sources-page.vue") },
    { path: "/conflicts", name: "conflicts", component: () => import("./conflicts/conflicts-page.vue") },
    { path: "/plans", name: "plans", component: () => import("./plans/plans-page.vue") },
    { path: "/plans/:id", name: "plan", component: () => import("./plans/plan-page.vue"), props: true },
    { path: "/datacenters", name: "datacenters", component: () => import("./datacenters/datacenters-page.vue") },
    { path: "/spaces", name: "spaces", component: () => import("./spaces/spaces-page.vue") },
    { path: "/fields", name: "fields", component: () => import("./fields/fields-page.vue") },
    { path: "/webhooks", name: "webhooks", component: () => import("./webhooks/webhooks-page.vue") },
    { path: "/webhooks/:id", name: "webhook", component: () => import("./webhooks/webhook-page.vue"), props: true },
    { path: "/users", name: "users", component: () => import("./users/users-page.vue") },
    { path: "/roles", name: "roles", component: () => import("./roles/roles-page.vue") },
    { path: "/oauth-clients", name: "oauth-clients", component: () => import("./oauth/oauth-clients-page.vue") },
    { path: "/keys", name: "keys", component: () => import("./users/keys-page.vue") },
    { path: "/audit", name: "audit", component: () => import("./audit/audit-page.vue") },
    { path: "/records/:group", name: "records", component: () => import("./records/records-page.vue"), props: true },
    { path: "/records/:group/:id", name: "record", component: () => import("./records/record-page.vue"), props: true },
    { path: "/settings", name: "settings", component: () => import("./settings/settings-page.vue") },
    { path: "/account", name: "account", component: () => import("./settings/account-page.vue") },
    // Only in a build for developers of the page.
    ...(__GALLERY__ ? [{ path: "/gallery", name: "gallery", component: () => import("./gallery/gallery-page.vue") }] : []),
    { path: "/:rest(.*)*", name: "nowhere", component: () => import("./frame/not-found-page.vue") },
  ],
});

// Another page would replace the form; other parameters of the same page leave it open. Who has signed out cannot save it.
router.beforeEach(async (to, from) => to.path === from.path || to.meta.open === true || (await mayDiscard()));

router.beforeEach(async (to) => {
  await session.ready;
  // Nobody knows yet who is there; the page says why, and stays where it is.
  if (session.unread.value !== undefined) return true;
  if (to.meta.open === true) return session.user.value === null || to.name === "setup" ? true : { name: "home" };
  if (session.user.value !== null) return true;
  return { name: "sign-in", query: to.fullPath === "/" ? {} : { to: to.fullPath } };
});

keepScroll(router);

router.onError((error) => reportNotLoaded("This page", error));
