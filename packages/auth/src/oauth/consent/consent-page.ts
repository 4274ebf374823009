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
  client.name.trim() === "" ? html`<span class="name">A program without a name</span>` : html`<span class="name">“${client.name}”</span>`;

/** Where the user is sent: its host, or the scheme of a program on the user's machine. */
function destinationOf(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === "http:" || protocol === "https:" ? host : `the program that opens ${protocol} links on your machine`;
}

function aboutOf(client: AskingClient): Html {
  return html`<h2>Who asks</h2>
    <dl>
      <dt>Name, as it gives it itself</dt>
      <dd>${nameOf(client)}</dd>
      ${
        client.document === undefined
          ? undefined
          : html`<dt>Described by</dt>
              <dd>${client.document}</dd>`
      }
      <dt>Sends you back to</dt>
      <dd>${destinationOf(client.redirect)}</dd>
    </dl>
    ${isLoopback(client.redirect) ? html`<p class="warn" role="note">It runs on the machine that you sit at. Any program there can use this name: go on only if you started this yourself just now.</p>` : undefined}`;
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
    "Give access?",
    html`<h1>Give ${nameOf(client)} access to the inventory?</h1>
      <p>
        You are signed in as <span class="name">${user}</span>. What it does, it does in your name, and never more than you may do yourself.
      </p>
      ${aboutOf(client)}
      <h2>What it may do</h2>
      ${permissions.length === 0 ? html`<p>It asks for nothing that you may do, so there is nothing to allow.</p>` : items(permissions)}
      ${
        lacking.length === 0
          ? undefined
          : html`<h2>Asked for, but not yours to give</h2>
              ${items(lacking)}`
      }
      <form method="post" action="${form.action}">
        ${hidden(form)}
        <div class="actions">
          ${permissions.length === 0 ? undefined : html`<button class="primary" name="answer" value="allow">Allow</button>`}
          <button name="answer" value="deny">Deny</button>
        </div>
      </form>
      <p>You can end this at any time: the program is then listed under your OAuth grants.</p>`,
  );
}

/** Asks a user to sign in first. @param problem why the last try did not work */
export function signInPage(client: AskingClient, form: PageForm, denyForm: PageForm, problem: string | undefined): string {
  return pageText(
    "Sign in",
    html`<h1>Sign in to answer ${nameOf(client)}</h1>
      <p>It asks for access to the inventory. You see what it wants before anything is allowed.</p>
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
    "Start again",
    html`<h1>This request is over</h1>
      <p>
        It was answered already, took too long, or another one took its place. Nothing was allowed. Start again from the program that sent
        you here.
      </p>`,
  );
}
