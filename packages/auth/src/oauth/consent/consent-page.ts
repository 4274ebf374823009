import { isLoopback } from "../clients/client-metadata.ts";
import { type Html, html } from "./html.ts";
import { pageText } from "./page.ts";

/** A program as it describes itself: nothing of it is proven but where it has users sent back to. */
export interface AskingClient {
  readonly name: string;
  /** URL of its metadata document, if that is how it is known. */
  readonly document: string | undefined;
  readonly redirect: string;
}

/** What every form of the pages carries. */
export interface PageForm {
  readonly flow: string;
  readonly token: string;
  /** Path that it is sent to. */
  readonly action: string;
}

const hidden = ({ flow, token }: PageForm): Html =>
  html`<input type="hidden" name="flow" value="${flow}" /><input type="hidden" name="token" value="${token}" />`;

const nameOf = (client: AskingClient): Html =>
  client.name.trim() === "" ? html`<span class="name">Unnamed program</span>` : html`<span class="name">“${client.name}”</span>`;

/** Where the user is sent: its host, or the scheme of a program on the user's machine. */
function destinationOf(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === "http:" || protocol === "https:" ? host : `the program that opens ${protocol} links on your machine`;
}

const LOOPBACK_WARNING =
  "It runs on this computer. Any program on it can use this name: continue only if you started this request yourself.";

function aboutOf(client: AskingClient): Html {
  return html`<h2>Program</h2>
    <dl>
      <dt>Name (not verified)</dt>
      <dd>${nameOf(client)}</dd>
      ${
        client.document === undefined
          ? undefined
          : html`<dt>Described by</dt>
              <dd>${client.document}</dd>`
      }
      <dt>Redirects to</dt>
      <dd>${destinationOf(client.redirect)}</dd>
    </dl>
    ${isLoopback(client.redirect) ? html`<p class="warn" role="note">${LOOPBACK_WARNING}</p>` : undefined}`;
}

/** Asks a user who is signed in. @param permissions in plain words @param lacking what was asked for that the user does not have */
export function consentPage(
  client: AskingClient,
  user: string,
  permissions: readonly string[],
  lacking: readonly string[],
  form: PageForm,
): string {
  const items = (lines: readonly string[]): Html =>
    html`<ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`;
  return pageText(
    "Authorize program",
    html`<h1>Authorize ${nameOf(client)} to access the inventory?</h1>
      <p>You are signed in as <span class="name">${user}</span>. It acts on your behalf, limited to your own permissions.</p>
      ${aboutOf(client)}
      <h2>Permissions</h2>
      ${permissions.length === 0 ? html`<p>It requests no permission that you have, so there is nothing to allow.</p>` : items(permissions)}
      ${
        lacking.length === 0
          ? undefined
          : html`<h2>Requested, but not granted because you lack them</h2>
              ${items(lacking)}`
      }
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <div class="actions">
          ${permissions.length === 0 ? undefined : html`<button class="primary" name="answer" value="allow">Allow</button>`}
          <button name="answer" value="deny">Deny</button>
        </div>
      </form>
      <p>You can revoke access at any time under your authorized programs.</p>`,
  );
}

/** Asks a user to sign in first. @param problem why the last try did not work */
export function signInPage(client: AskingClient, form: PageForm, denyForm: PageForm, problem: string | undefined): string {
  return pageText(
    "Sign in",
    html`<h1>Sign in to authorize ${nameOf(client)}</h1>
      <p>It requests access to the inventory. The requested permissions are shown before you allow anything.</p>
      ${problem === undefined ? undefined : html`<p class="warn" role="alert">${problem}</p>`}
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <label for="username">User name</label>
        <input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <div class="actions"><button class="primary">Sign in</button></div>
      </form>
      ${aboutOf(client)}
      <form method="post" action="${denyForm.action}">
        ${hidden(denyForm)}
        <div class="actions"><button name="answer" value="deny">Deny</button></div>
      </form>`,
  );
}

/** A page that was left open too long, or whose cookies are gone. */
export function expiredPage(): string {
  return pageText(
    "Request expired",
    html`<h1>This request has expired</h1>
      <p>
        It was already answered, timed out, or was replaced by another request. Nothing was allowed. Start again from the program that sent
        you here.
      </p>`,
  );
}
