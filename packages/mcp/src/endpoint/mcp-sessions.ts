import type { CallContext, Clock, Host, Principal } from "@cadastre/inventory-core";
import { failureTextOf } from "@cadastre/inventory-core/protocol";
import type { McpServer } from "@modelcontextprotocol/server";
import { mcpErrors } from "../mcp.errors.ts";
import type { McpSettings } from "../mcp-options.ts";
import { McpSession } from "./mcp-session.ts";

/** How often idle sessions are looked for, at most. */
const POLL_INTERVAL_MS = 30_000;

/** What all sessions of an endpoint share. */
export interface SessionsParts {
  readonly host: Pick<Host, "clock" | "logger">;
  readonly limits: NonNullable<McpSettings["sessions"]>;
  readonly bodyLimitBytes: number;
  readonly serverFor: () => McpServer;
}

/** The sessions of one process. Each is its maker's alone, and ends by DELETE, by idling or with the host. */
export class McpSessions {
  readonly #parts: SessionsParts;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #stopLooking: () => void;
  /** By their ids. Those that are being made are among them, so that many at once do not pass a limit. */
  readonly #all = new Map<string, McpSession>();

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#clock = parts.host.clock;
    this.#idleMs = parts.limits.idleSeconds * 1_000;
    this.#stopLooking = this.#clock.every(Math.min(this.#idleMs, POLL_INTERVAL_MS), () => this.#endIdle());
  }

  /**
   * Answers an `initialize` with a new session.
   * @param body of the request
   * @throws MCP_TOO_MANY_SESSIONS, MCP_SESSIONS_FULL
   */
  async begin(request: Request, call: CallContext, body: unknown): Promise<Response> {
    this.#checkRoom(call.principal);
    const { serverFor, bodyLimitBytes, host } = this.#parts;
    const session = new McpSession(call.principal, {
      server: serverFor(),
      clock: this.#clock,
      bodyLimitBytes,
      onEnd: () => void this.#all.delete(session.id),
      onError: (error) => host.logger.debug("an MCP message was refused", { error: error.message }),
    });
    this.#all.set(session.id, session);
    try {
      await session.open();
      return await session.answer(request, call, body);
    } finally {
      // Refused before it began, for its headers say.
      if (!session.hasBegun) await this.#end(session);
    }
  }

  /**
   * Answers what is sent in a session.
   * @param body what was read of the request already
   * @throws MCP_SESSION_NOT_FOUND also for a session of somebody else, of which who asks learns nothing
   */
  async answer(id: string, request: Request, call: CallContext, body?: unknown): Promise<Response> {
    const session = this.#all.get(id);
    if (session?.isOf(call.principal) !== true || session.isIdle(this.#idleMs)) throw mcpErrors.MCP_SESSION_NOT_FOUND({});
    return await session.answer(request, call, body);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    this.#stopLooking();
    await Promise.all([...this.#all.values()].map(async (session) => await this.#end(session)));
  }

  #checkRoom({ kind, userId }: Principal): void {
    this.#endIdle();
    const { max, maxPerUser } = this.#parts.limits;
    const held = [...this.#all.values()].filter(({ owner }) => owner.kind === kind && owner.userId === userId).length;
    if (held >= maxPerUser) throw mcpErrors.MCP_TOO_MANY_SESSIONS({ most: maxPerUser });
    if (this.#all.size >= max) throw mcpErrors.MCP_SESSIONS_FULL({ most: max });
  }

  #endIdle(): void {
    for (const session of this.#all.values()) if (session.isIdle(this.#idleMs)) void this.#end(session);
  }

  /** Never rejects. */
  async #end(session: McpSession): Promise<void> {
    this.#all.delete(session.id);
    try {
      await session.end();
    } catch (error) {
      this.#parts.host.logger.warn("an MCP session ended with an error", { error: failureTextOf(error) });
    }
  }
}
