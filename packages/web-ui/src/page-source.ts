import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { coreErrors, type Logger } from "@cadastre/inventory-core";
import { failureTextOf, packageFile, realTimers } from "@cadastre/inventory-core/protocol";
import { type Page, readPage } from "./page-files.ts";

/** What there is of the page at one moment. */
export type PageState = Unready | { readonly kind: "ready"; readonly page: Page };

export type Unready = { readonly kind: "building"; readonly forMs: number } | { readonly kind: "failed" };

/** In a package the page lies beside this code, built. */
const BUILT = packageFile(import.meta.url, "./page/");

/** In a checkout there are its sources, and the program that builds them. */
const BUILDER = packageFile(import.meta.url, "../build/main.ts");

/** A page that is there in less is waited for; a build takes longer. */
const TIMEOUT_MS = 1500;

const run = promisify(execFile);

/** The folder of the built page; building it first where that is needed. */
type Fetch = (signal: AbortSignal) => Promise<string>;

/** @returns the folder of the page; soon when these sources have been built before @throws PACKAGE_FILES_MISSING in a bundle */
async function buildPage(signal: AbortSignal): Promise<string> {
  if (BUILDER === undefined) throw coreErrors.PACKAGE_FILES_MISSING({ package: "@cadastre/web-ui" });
  const { stdout } = await run(process.execPath, [BUILDER, "--cached"], { signal, env: { ...process.env, NODE_ENV: "production" } });
  return stdout.trim();
}

/**
 * The page of this installation. Nothing is done before somebody asks for it or says that somebody will: a start does not
 * get slower, and a server whose page nobody opens pays nothing. From sources another process builds it, once for each
 * state of them.
 */
export class PageSource {
  readonly #logger: Logger;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #stop = new AbortController();
  #page: Page | undefined;
  #failed = false;
  #work: Promise<void> | undefined;
  #begunMs = 0;

  constructor(
    logger: Logger,
    fetch: Fetch = BUILT === undefined ? buildPage : async () => BUILT,
    timeoutMs: number = TIMEOUT_MS,
    now: () => number = realTimers.systemNow,
  ) {
    this.#logger = logger;
    this.#fetch = fetch;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  /** Begins to fetch the page, for somebody who is about to ask for it. */
  prepare(): void {
    if (this.#page !== undefined || this.#work !== undefined) return;
    this.#begunMs = this.#now();
    this.#work = this.#load();
  }

  /** The first look begins to fetch the page; a look after a failure tells of it, and the next tries again. */
  async look(): Promise<PageState> {
    if (this.#page !== undefined) return { kind: "ready", page: this.#page };
    this.prepare();
    await Promise.race([this.#work, setTimeout(this.#timeoutMs, undefined, { ref: false })]);
    if (this.#page !== undefined) return { kind: "ready", page: this.#page };
    const failed = this.#failed;
    this.#failed = false;
    return failed ? { kind: "failed" } : { kind: "building", forMs: this.#now() - this.#begunMs };
  }

  /** Ends a build that runs. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  async #load(): Promise<void> {
    try {
      this.#page = await readPage(await this.#fetch(this.#stop.signal));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#failed = true;
      this.#logger.error("the page could not be built", { error: failureTextOf(error) });
    } finally {
      this.#work = undefined;
    }
  }
}
