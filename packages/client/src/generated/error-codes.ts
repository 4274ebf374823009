// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
/** Codes of errors that the service answers calls with, and their kinds. */
export interface ServiceErrorCodes {
  /** A record like this exists already */
  readonly ALREADY_EXISTS: "conflict";
  /** The call waited too long for its turn among others, or there was no room for its body; nothing was changed */
  readonly BUSY: "unavailable";
  /** A user tried to delete themselves */
  readonly CANNOT_DELETE_SELF: "invalid";
  /** The audit log has nothing of the change: there never was one, or it is older than what the log keeps */
  readonly CHANGE_NOT_FOUND: "not-found";
  /** The state of the record forbids the action */
  readonly CONFLICT: "conflict";
  /** A change made with a session cookie lacks the X-Requested-With header, or comes from another site */
  readonly CSRF_FAILED: "forbidden";
  /** Events after the cursor have been purged, or the database was restored from a copy that is older than the cursor */
  readonly CURSOR_EXPIRED: "gone";
  /** There is no such datacenter */
  readonly DATACENTER_NOT_FOUND: "not-found";
  /** The device does not exist */
  readonly DEVICE_NOT_FOUND: "not-found";
  /** Something needs an encryption key and none was given */
  readonly ENCRYPTION_KEY_MISSING: "unavailable";
  /** The API key has expired */
  readonly EXPIRED_KEY: "unauthenticated";
  /** There is no such custom field */
  readonly FIELD_NOT_FOUND: "not-found";
  /** The caller lacks the permission, or the server does not do this to anyone's order (a range that is not scanned) */
  readonly FORBIDDEN: "forbidden";
  /** An error that should not happen */
  readonly INTERNAL_ERROR: "internal";
  /** The username or password is wrong, or the setup token is */
  readonly INVALID_CREDENTIALS: "unauthenticated";
  /** The body is not JSON, or not an object */
  readonly INVALID_INPUT: "invalid";
  /** The pool or network has not as many free addresses as asked for, or the address asked for is not free */
  readonly IP_NOT_AVAILABLE: "exhausted";
  /** The change would leave no active administrator */
  readonly LAST_ADMIN: "invalid";
  /** The address exceeded the limit of login attempts */
  readonly LOGIN_RATE_LIMIT_EXCEEDED: "rate-limited";
  /** The network does not exist */
  readonly NETWORK_NOT_FOUND: "not-found";
  /** The record or path does not exist */
  readonly NOT_FOUND: "not-found";
  /** The plan of an import is cut off, or was changed */
  readonly PLAN_DAMAGED: "invalid";
  /** The plan of an import has rows that cannot be applied */
  readonly PLAN_FAULTY: "conflict";
  /** The user has as many open plans, or as many bytes of them, as one user may have */
  readonly PLAN_LIMIT: "conflict";
  /** The inventory is not any more what a plan was made for */
  readonly PLAN_STALE: "conflict";
  /** The plan of an import is larger than one import may be */
  readonly PLAN_TOO_LARGE: "too-large";
  /** The pool does not exist */
  readonly POOL_NOT_FOUND: "not-found";
  /** If-Match does not name the current version */
  readonly PRECONDITION_FAILED: "precondition";
  /** The call must say which version it is about, and does not */
  readonly PRECONDITION_REQUIRED: "precondition-required";
  /** The network has not as many free blocks of that prefix length as asked for */
  readonly PREFIX_NOT_AVAILABLE: "exhausted";
  /** The client exceeded its request limit, its limit of concurrent lists, or its work budget */
  readonly RATE_LIMIT_EXCEEDED: "rate-limited";
  /** The inventory was opened read-only, and the call would change it */
  readonly READ_ONLY: "unavailable";
  /** The request arrived too slowly: its headers, or its body below 16 KiB/s over 20 s */
  readonly REQUEST_TIMEOUT: "timeout";
  /** A rule refuses a row of an import, so that nothing is imported */
  readonly ROW_REFUSED: "conflict";
  /** There is no such address space */
  readonly SPACE_NOT_FOUND: "not-found";
  /** A system role cannot be changed or deleted */
  readonly SYSTEM_ROLE: "invalid";
  /** The caller has reached the limit of open event streams */
  readonly TOO_MANY_STREAMS: "rate-limited";
  /** No credentials, or credentials that are not valid */
  readonly UNAUTHORIZED: "unauthenticated";
  /** Storage is out of reach or the service is stopping */
  readonly UNAVAILABLE: "unavailable";
  /** A field of the request is missing or wrong; details names each one */
  readonly VALIDATION_ERROR: "invalid";
  /** The VLAN group has not as many free numbers as asked for, or the number asked for is taken */
  readonly VID_NOT_AVAILABLE: "exhausted";
  /** There is no such VLAN group */
  readonly VLAN_GROUP_NOT_FOUND: "not-found";
  /** There is no such VLAN */
  readonly VLAN_NOT_FOUND: "not-found";
}
