import type { CurrentUser, ServiceConfig } from "@cadastre/client";
import { readonly, shallowRef } from "vue";
import { forgetTexts } from "../texts/known.ts";
import { queryClient } from "./query-client.ts";
import { isSignedOut, service } from "./service.ts";
import { sessionIsRenewed } from "./renewal.ts";

const config = shallowRef<ServiceConfig | null>(null);
const user = shallowRef<CurrentUser | null>(null);
const unread = shallowRef<unknown>();
let held: ReadonlySet<string> = new Set();

function take(next: ServiceConfig | null): void {
  held = new Set(next?.user.permissions.map(({ name }) => name));
  config.value = next;
  user.value = next?.user ?? null;
}

async function load(): Promise<void> {
  take(await service.config.get());
}

/** Learns who looks at the page; that nobody is signed in is an answer too. */
async function begin(): Promise<void> {
  try {
    await load();
    unread.value = undefined;
  } catch (error) {
    unread.value = isSignedOut(error) ? undefined : error;
  }
}

/** Who looks at the page, and what they may do. */
export const session = {
  user: readonly(user) as Readonly<typeof user>,
  config: readonly(config) as Readonly<typeof config>,
  /** Why it is not known whether anybody is signed in: the server did not say. Undefined when it is known. */
  unread: readonly(unread) as Readonly<typeof unread>,
  /** Done when the server was asked. */
  ready: begin(),
};

/** Whether the user holds a permission: what they may not do is not offered. */
export function can(permission: string): boolean {
  // Read so that whoever asks is asked again when another user comes.
  return user.value !== null && held.has(permission);
}

/** Whether the user signs in here: an application that Cadastre is embedded in has pages of its own for its users. */
export function isKeptHere(): boolean {
  return user.value?.created_at !== null;
}

/** Whether the server has something that not every server has: `discovery`, `webhooks`. */
export function offers(feature: string): boolean {
  return config.value?.features.includes(feature) === true;
}

/** Whether the user may scan networks from this server. */
export const mayScan = (): boolean => can("discovery:create") && offers("discovery");

/** Asks once more who is signed in, where the server did not say. */
export const beginAgain = begin;

/** @throws CadastreError INVALID_CREDENTIALS, LOGIN_RATE_LIMIT_EXCEEDED … */
export async function signIn(username: string, password: string): Promise<void> {
  await service.auth.login({ username, password });
  await load();
}

/** Signs in again over the page. Another user than before starts with an empty page. */
export async function signInAgain(password: string): Promise<void> {
  await signIn(user.value?.username ?? "", password);
  sessionIsRenewed();
}

export async function signOut(): Promise<void> {
  await service.auth.logout().catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
  queryClient.clear();
  forgetTexts();
  take(null);
}
