import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../../../page/", import.meta.url));
/** Parts that others make dialogs and forms of, and examples of them. */
const PARTS = /^(parts|lists|gallery)\//;
const TAGS = /<(ModalDialog|FormDialog|RecordDialog|DescribedDialog|SecretDialog|DialogRoot|PlainForm)\b|<RecordList[\s\S]*\s:fields=/;

/** Files of the page that draw a dialog or a form. */
export const filesWithDialogs = (): readonly string[] =>
  globSync("**/*.vue", { cwd: PAGE })
    .filter((file) => !PARTS.test(file) && TAGS.test(readFileSync(`${PAGE}${file}`, "utf8")))
    .toSorted();

/** The page and the button that open the dialog of a file in the walk of forms; for others the test that opens it. */
export const OPENED: Readonly<Record<string, readonly [page: string, button: string] | string>> = {
  "agents/agents-page.vue": ["agents", "New agent"],
  "audit/audit-page.vue": ["audit", "Details"],
  "conflicts/resolve-dialog.vue": ["conflicts", "Resolve"],
  "datacenters/datacenters-page.vue": ["datacenters", "New datacenter"],
  "devices/device-form.vue": ["devices", "New device"],
  "devices/device-relationships.vue": "inventory/devices.deep.test.ts",
  "discovery/link-dialog.vue": ["discovery", "Link 10.20.4.201"],
  "discovery/promotion/promote-dialog.vue": ["discovery", "Promote 10.20.4.201"],
  "discovery/promotion/promote-many-dialog.vue": "inventory/required-fields.deep.test.ts",
  "discovery/rules-section.vue": ["discovery", "New rule"],
  "discovery/scan-form.vue": ["discovery", "Scan this network"],
  "fields/fields-page.vue": ["fields", "New field"],
  "frame/search-palette.vue": ["home", "Search"],
  "frame/shortcut-sheet.vue": ["home", "Shortcuts"],
  "history/undo-dialog.vue": "undo/undo-scope.deep.test.ts",
  "leases/lease-sources-page.vue": ["lease-sources", "New lease source"],
  "leases/leases-dialog.vue": ["lease-sources", "Leases office-dhcp"],
  "networks/allocate-dialog.vue": ["network", "Assign next IP"],
  "networks/forms/network-form.vue": ["networks", "New network"],
  "networks/forms/pool-form.vue": ["network", "New pool"],
  "networks/inner/allocate-network-dialog.vue": ["network", "Add subnet"],
  "networks/pools-section.vue": ["network", "History"],
  "networks/reshape/reshape-dialog.vue": ["network", "Split, merge, resize …"],
  "plans/reject-dialog.vue": ["plan", "Reject"],
  "records/bulk-dialog.vue": ["devices", "Edit"],
  "records/record-form.vue": ["circuits", "New circuit"],
  "roles/roles-page.vue": ["roles", "Show viewer"],
  "session/session-dialog.vue": "access/sessions.deep.test.ts",
  "session/setup-page.vue": "dialogs/forms.deep.test.ts",
  "session/sign-in-page.vue": "dialogs/forms.deep.test.ts",
  "settings/account-page.vue": "access/administration.deep.test.ts",
  "snmp/links-dialog.vue": "sources.deep.test.ts",
  "snmp/reading-dialog.vue": "sources.deep.test.ts",
  "snmp/snmp-devices-page.vue": ["snmp-devices", "New SNMP device"],
  "spaces/spaces-page.vue": ["spaces", "New space"],
  "users/keys-page.vue": ["keys", "New key"],
  "users/user-roles-dialog.vue": ["users", "Roles vera"],
  "users/users-page.vue": ["users", "New user"],
  "webhooks/webhook-form.vue": ["webhooks", "New webhook"],
  "webhooks/webhook-page.vue": ["webhook", "Details"],
};
