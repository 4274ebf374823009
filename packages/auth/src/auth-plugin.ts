import { type AnyOperation, CLOCK, definePlugin, LOGGER, type Plugin, provide, STORAGE, WRITES } from "@cadastre/inventory-core";
import { USER_ACCESS, UserAccess } from "./access/user-access.ts";
import { authErrors } from "./auth.errors.ts";
import { AuthOptions, settingsOf } from "./auth-options.ts";
import { authPermissions } from "./auth.permissions.ts";
import { apiKeyTable } from "./keys/api-key.entity.ts";
import { apiKeyOperations } from "./keys/api-key.operations.ts";
import { API_KEYS, ApiKeyService } from "./keys/api-key-service.ts";
import { KEY_AUTHENTICATOR, KEY_USAGE, KEY_USES, KeyAuthenticator } from "./keys/key-authenticator.ts";
import { ADMINISTRATION, Administration } from "./administration/administration.ts";
import { passwordOperations } from "./passwords/password.operations.ts";
import { BcryptHasher } from "./passwords/password-hash.ts";
import { PASSWORD_HASHER } from "./passwords/password-hasher.ts";
import { PASSWORDS, PasswordService } from "./passwords/password-service.ts";
import { PERMISSIONS, PermissionCatalogue } from "./roles/permission-catalogue.ts";
import { rolePermissionTable, roleTable } from "./roles/role.entity.ts";
import { permissionOperations, roleOperations } from "./roles/role.operations.ts";
import { ROLE_EDITOR, RoleEditor } from "./roles/role-editor.ts";
import { ROLES, RoleService } from "./roles/role-service.ts";
import { SESSION_USAGE } from "./sessions/database-session-store.ts";
import { sessionStoreOf } from "./sessions/open-session-store.ts";
import { DeviceCookie } from "./sessions/device-cookie.ts";
import { SESSION_AUTHENTICATOR, SessionAuthenticator } from "./sessions/session-authenticator.ts";
import { SessionCookie } from "./sessions/session-cookie.ts";
import { FIXED_LIFETIME, SessionLifetime } from "./sessions/session-lifetime.ts";
import { SESSION_METRICS, sessionMetrics } from "./sessions/session-metrics.ts";
import { sessionOperations } from "./sessions/session.operations.ts";
import { SESSIONS, SessionService } from "./sessions/session-service.ts";
import { SESSION_STORE } from "./sessions/session-store.ts";
import { SESSION_USERS, SessionUsers } from "./sessions/session-users.ts";
import { UsernameGuard } from "./sessions/username-guard.ts";
import { setupTokenTable } from "./setup/setup.entity.ts";
import { OAUTH_KEY_SECRET, oauthTables } from "./oauth/storage/oauth.entity.ts";
import { setupOperations } from "./setup/setup.operations.ts";
import { SETUP, SetupService } from "./setup/setup-service.ts";
import { authMigrations } from "./storage/migrations.ts";
import { SESSION_USES, UsageRecorder } from "./storage/usage-recorder.ts";
import { userRoleTable, userTable } from "./users/user.entity.ts";
import { ROLE_GRANTS, RoleGrants } from "./users/role-grants.ts";
import { userOperations } from "./users/user.operations.ts";
import { USER_AUTHORITY, UserAuthority } from "./users/user-authority.ts";
import { USER_READER, UserReader } from "./users/user-reader.ts";
import { USERS, UserService } from "./users/user-service.ts";

const operations = [
  sessionOperations,
  setupOperations,
  apiKeyOperations,
  userOperations,
  passwordOperations,
  roleOperations,
  permissionOperations,
];

/**
 * Users, roles, sessions and API keys: who may call what.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [authPlugin(), httpPlugin()] })
 */
export function authPlugin(options: AuthOptions = {}): Plugin {
  const settings = settingsOf(options);
  const { bcryptCost, initialAdmin } = settings;
  const cookie = new SessionCookie(settings.cookieSecure);
  const deviceCookie = new DeviceCookie(settings.cookieSecure);
  const lifetime = new SessionLifetime(settings.sessionTtlSeconds, settings.sessionMaxAgeSeconds);
  return definePlugin({
    id: "auth",
    source: { module: "@cadastre/auth", name: "authPlugin" },
    model: {
      // Those of OAuth are here whether it is offered or not: a command that ends a user's sessions ends the grants too.
      entities: [userTable, roleTable, rolePermissionTable, userRoleTable, apiKeyTable, setupTokenTable, ...oauthTables].map(
        ({ entity }) => entity,
      ),
      migrations: authMigrations,
    },
    encryptedColumns: [OAUTH_KEY_SECRET],
    services: [
      provide(PASSWORD_HASHER, [], () => new BcryptHasher(bcryptCost)),
      provide(PERMISSIONS, [], () => new PermissionCatalogue()),
      provide(ROLES, [STORAGE, PERMISSIONS], (storage, permissions) => new RoleService(storage, permissions)),
      provide(USER_READER, [STORAGE, ROLES, PERMISSIONS], (storage, roles, permissions) => new UserReader(storage, roles, permissions)),
      provide(USER_AUTHORITY, [STORAGE, USER_ACCESS, USER_READER], (storage, access, users) => new UserAuthority(storage, access, users)),
      provide(
        ROLE_EDITOR,
        [WRITES, ROLES, PERMISSIONS, USER_AUTHORITY],
        (writes, roles, permissions, authority) => new RoleEditor(writes, roles, permissions, authority),
      ),
      provide(
        ROLE_GRANTS,
        [WRITES, USER_READER, ROLES, USER_AUTHORITY],
        (writes, users, roles, authority) => new RoleGrants(writes, users, roles, authority),
      ),
      provide(
        USERS,
        [WRITES, USER_READER, ROLES, USER_ACCESS, USER_AUTHORITY, PASSWORD_HASHER],
        (writes, reader, roles, access, authority, hasher) => new UserService({ writes, reader, roles, access, authority, hasher }),
      ),
      provide(
        PASSWORDS,
        [STORAGE, WRITES, USER_READER, USER_AUTHORITY, PASSWORD_HASHER],
        (storage, writes, users, authority, hasher) => new PasswordService(storage, writes, users, authority, hasher),
      ),
      provide(
        ADMINISTRATION,
        [STORAGE, ROLES, USERS, PASSWORDS, API_KEYS],
        (storage, roles, users, passwords, keys) => new Administration({ storage, roles, users, passwords, keys }),
      ),
      provide(USER_ACCESS, [STORAGE, PERMISSIONS], (storage, permissions) => new UserAccess(storage, permissions)),
      provide(
        API_KEYS,
        [STORAGE, WRITES, CLOCK, USER_AUTHORITY],
        (storage, writes, clock, authority) => new ApiKeyService(storage, writes, clock, authority, settings.keysPerUser),
      ),
      provide(KEY_USES, [STORAGE, LOGGER], (storage, logger) => new UsageRecorder(storage, logger, KEY_USAGE)),
      provide(KEY_AUTHENTICATOR, [USER_ACCESS, KEY_USES, CLOCK], (access, uses, clock) => new KeyAuthenticator(access, uses, clock)),
      provide(SESSION_USES, [STORAGE, LOGGER], (storage, logger) => new UsageRecorder(storage, logger, SESSION_USAGE)),
      provide(SESSION_USERS, [USER_ACCESS], (access) => new SessionUsers(access)),
      provide(
        SESSION_STORE,
        [USER_ACCESS, SESSION_USERS, SESSION_USES, STORAGE, CLOCK, LOGGER],
        (access, users, uses, { read }, clock, logger) =>
          sessionStoreOf({ kind: settings.sessionStore, valkeyUrl: settings.valkeyUrl, access, users, uses, read, clock, logger }),
      ),
      provide(SESSION_METRICS, [SESSION_STORE], (store) => sessionMetrics(store)),
      provide(
        SESSIONS,
        [STORAGE, WRITES, USER_ACCESS, USER_READER, SESSION_STORE, CLOCK, PASSWORD_HASHER],
        (storage, writes, access, users, store, clock, hasher) => {
          const guard = new UsernameGuard(clock, settings.usernameFailures, settings.usernameWindowSeconds);
          return new SessionService({ storage, writes, access, users, hasher, store, cookie, deviceCookie, lifetime, guard, clock });
        },
      ),
      provide(
        SESSION_AUTHENTICATOR,
        [SESSION_STORE, STORAGE, CLOCK],
        (store, { isReadOnly = false }, clock) => new SessionAuthenticator(store, cookie, isReadOnly ? FIXED_LIFETIME : lifetime, clock),
      ),
      provide(
        SETUP,
        [STORAGE, WRITES, ROLES, USER_READER, CLOCK, PASSWORD_HASHER],
        (storage, writes, roles, users, clock, hasher) => new SetupService({ storage, writes, roles, users, hasher, clock, initialAdmin }),
      ),
    ],
    permissions: authPermissions,
    operations: operations.flatMap((group): unknown[] => Object.values(group)) as readonly AnyOperation[],
    errors: authErrors.definitions,
    options: AuthOptions,
    metricSources: [SESSION_METRICS],
    authenticators: [KEY_AUTHENTICATOR, SESSION_AUTHENTICATOR],
    userProfiles: USER_READER,
    userRights: USER_ACCESS,
    start: async (host) => {
      host.get(PERMISSIONS).load(host.permissions);
      await host.get(SESSION_STORE).open();
    },
    startWork: async (host) => {
      await host.get(ROLES).ensureSystemRoles(host.clock);
      await host.get(SETUP).start();
      for (const uses of [KEY_USES, SESSION_USES]) host.get(uses).start(host.clock);
    },
    stop: async (host) => {
      for (const uses of [KEY_USES, SESSION_USES]) await host.get(uses).stop();
      await host.get(SESSION_STORE).close();
      await host.get(SETUP).stop();
    },
  });
}

/**
 * Authentication without a server: tables, permissions and the services of {@link ADMINISTRATION}, for a command beside
 * the database. Nobody signs in, no first administrator is made and no setup token.
 */
export function authAdministration(options: AuthOptions = {}): Plugin {
  const { stop: _, authenticators: __, metricSources: ___, ...plugin } = authPlugin(options);
  return definePlugin({
    ...plugin,
    start: (host) => host.get(PERMISSIONS).load(host.permissions),
    startWork: async (host) => await host.get(ROLES).ensureSystemRoles(host.clock),
  });
}
