import {
  type AnyOperation,
  CLOCK,
  definePlugin,
  LOGGER,
  type Plugin,
  provide,
  RepeatedTask,
  SECRETS,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import { USER_ACCESS } from "./access/user-access.ts";
import { OAUTH_CLIENTS, OAuthClientService } from "./oauth/clients/client-service.ts";
import { oauthClientOperations } from "./oauth/clients/client.operations.ts";
import { RegistrationHandler } from "./oauth/clients/registration-handler.ts";
import { ConsentHandler } from "./oauth/consent/consent-handler.ts";
import { ConsentService } from "./oauth/consent/consent-service.ts";
import { oauthGrantOperations } from "./oauth/grants/grant.operations.ts";
import { OAUTH_GRANTS, OAuthGrantService } from "./oauth/grants/grant-service.ts";
import { OAUTH_AUTHENTICATOR, OAUTH_USAGE, OAUTH_USES, OAuthAuthenticator } from "./oauth/oauth-authenticator.ts";
import { OAuthOptions, oauthSettingsOf } from "./oauth/oauth-options.ts";
import { oauthPermissions } from "./oauth/oauth.permissions.ts";
import { OAUTH_PURGE, OAuthPurge } from "./oauth/purge.ts";
import { OAUTH_SCOPES, OAuthScopes } from "./oauth/scopes.ts";
import { AuthorizationRequests } from "./oauth/server/authorization-request.ts";
import { ClientRedirects } from "./oauth/server/client-redirects.ts";
import { ALL_HANDLERS, OAUTH_HANDLERS, oauthHandlers } from "./oauth/server/oauth-handlers.ts";
import { OAUTH_SERVER, OAuthServer } from "./oauth/server/oauth-server.ts";
import { PERMISSIONS } from "./roles/permission-catalogue.ts";
import { SESSION_AUTHENTICATOR } from "./sessions/session-authenticator.ts";
import { SESSIONS } from "./sessions/session-service.ts";
import { UsageRecorder } from "./storage/usage-recorder.ts";

const PURGE_EVERY_MS = 600_000;

const operations = [oauthClientOperations, oauthGrantOperations];

/**
 * An OAuth 2.1 authorization server for programs that act in a user's name. Needs authPlugin, and a key ring when it is
 * enabled. While it is not, its paths answer 404 and its tokens are not known.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage, keyRing, plugins: [authPlugin(), oauthPlugin({ enabled: true, issuerUrl: "https://inventory.example.com" }),
 * httpPlugin()] })
 */
export function oauthPlugin(options: OAuthOptions = {}): Plugin {
  const settings = oauthSettingsOf(options);
  let purge: RepeatedTask | undefined;
  return definePlugin({
    id: "oauth",
    requires: ["auth"],
    features: settings.enabled ? ["oauth"] : [],
    services: [
      provide(OAUTH_SCOPES, [PERMISSIONS], (permissions) => new OAuthScopes(permissions)),
      provide(OAUTH_CLIENTS, [STORAGE, WRITES], (storage, writes) => new OAuthClientService(storage, writes)),
      provide(OAUTH_GRANTS, [STORAGE, WRITES, CLOCK], (storage, writes, clock) => new OAuthGrantService(storage, writes, clock)),
      provide(OAUTH_PURGE, [STORAGE, CLOCK], (storage, clock) => new OAuthPurge(storage, clock)),
      provide(OAUTH_USES, [STORAGE, LOGGER], (storage, logger) => new UsageRecorder(storage, logger, OAUTH_USAGE)),
      provide(
        OAUTH_AUTHENTICATOR,
        [USER_ACCESS, OAUTH_SCOPES, OAUTH_USES, CLOCK],
        (access, scopes, uses, clock) => new OAuthAuthenticator(access, scopes, uses, clock),
      ),
      provide(
        OAUTH_SERVER,
        [STORAGE, WRITES, SECRETS, USER_ACCESS, OAUTH_SCOPES],
        (storage, writes, secrets, access, scopes) => new OAuthServer({ settings, storage, writes, secrets, access, scopes }),
      ),
      provide(
        ALL_HANDLERS,
        [OAUTH_SERVER, OAUTH_SCOPES, STORAGE, WRITES, USER_ACCESS, CLOCK, SESSIONS, SESSION_AUTHENTICATOR],
        (server, scopes, storage, writes, access, clock, sessions, session) => {
          const answers = new ConsentService({ server, writes, access, clock, grantSeconds: settings.refreshTokenTtlSeconds });
          const consent = new ConsentHandler({ server, consent: answers, scopes, sessions, session });
          return oauthHandlers({
            settings,
            server,
            scopes,
            registration: new RegistrationHandler(server, scopes),
            requests: new AuthorizationRequests(storage, scopes),
            consent,
            redirects: new ClientRedirects({ storage, issuer: () => server.issuer, userOf: async (call) => await consent.userOf(call) }),
          });
        },
      ),
      ...Object.entries(OAUTH_HANDLERS).map(([name, token]) =>
        provide(token, [ALL_HANDLERS], (handlers) => handlers[name as keyof typeof OAUTH_HANDLERS]),
      ),
    ],
    permissions: oauthPermissions,
    operations: operations.flatMap((group): unknown[] => Object.values(group)) as readonly AnyOperation[],
    options: OAuthOptions,
    authenticators: settings.enabled ? [OAUTH_AUTHENTICATOR] : [],
    rawHandlers: Object.values(OAUTH_HANDLERS),
    startWork: async (host) => {
      if (!settings.enabled) return;
      await host.get(OAUTH_SERVER).start();
      host.get(OAUTH_USES).start(host.clock);
      purge = new RepeatedTask(
        host.clock,
        host.logger,
        PURGE_EVERY_MS,
        "expired OAuth tokens could not be deleted",
        async () => await host.get(OAUTH_PURGE).run(),
      );
      purge.start();
    },
    stop: async (host) => {
      await purge?.stop();
      await host.get(OAUTH_USES).stop();
    },
  });
}
