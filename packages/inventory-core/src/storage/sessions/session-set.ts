import { FairQueue } from "../../background/fair-queue.ts";
import { OpenTransactions } from "../writers/open-transactions.ts";
import type { WriteWait } from "../writers/write-wait.ts";
import { ListPlaces } from "../list-reading/list-places.ts";
import type { Session, SessionPurpose } from "./session.ts";
import type { ListSource } from "./session-dialect.ts";

const queue = (): FairQueue => new FairQueue({ places: 1, waiting: Infinity }, () => new Error("there is no bound"));

/** Queues of sessions that several storages have, because their database has one. */
const shared = new WeakMap<Session, FairQueue>();

function queueOf(session: Session): FairQueue {
  const known = shared.get(session) ?? queue();
  shared.set(session, known);
  return known;
}

/** The sessions of one storage, and who may use them now: a transaction has its session for itself. */
export class SessionSet implements ListSource {
  readonly writer: Session;
  readonly places: ListPlaces;
  readonly #reader: Session;
  readonly #connect: (purpose: SessionPurpose) => Promise<Session> | Session;
  readonly #one: boolean;
  readonly #writes: FairQueue;
  readonly #reads: FairQueue;
  readonly #transactions = new OpenTransactions();
  readonly #lists = new Set<Session>();
  readonly #idle: Session[] = [];

  private constructor(writer: Session, reader: Session, connect: (purpose: SessionPurpose) => Promise<Session> | Session, lists: number) {
    this.places = new ListPlaces(lists);
    this.writer = writer;
    this.#reader = reader;
    this.#one = writer === reader;
    this.#connect = connect;
    this.#writes = queueOf(writer);
    this.#reads = queueOf(reader);
  }

  /** @param one the database has one session, which everything shares @param lists that may be read at once */
  static async open(connect: (purpose: SessionPurpose) => Promise<Session> | Session, one: boolean, lists: number): Promise<SessionSet> {
    const writer = await connect("write");
    try {
      return new SessionSet(writer, one ? writer : await connect("read"), connect, lists);
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** Does work on the writing session, which has it for itself until the end. */
  async onWriter<T>(caller: string, wait: WriteWait, work: () => Promise<T>): Promise<T> {
    return await wait.inTurn(this.#writes, [caller], async () => await (this.#one ? this.#transactions.mark(work) : work()));
  }

  /** @throws TRANSACTION_OPEN inside of a transaction, where the database has one session */
  async onReader<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#one) this.#transactions.refuseInside();
    return await this.#reads.run(["storage"], async () => await work(this.#reader));
  }

  async take(): Promise<Session | undefined> {
    if (this.#one) return undefined;
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const session = await this.#connect("list");
    this.#lists.add(session);
    return session;
  }

  async give(session: Session, clean: boolean): Promise<void> {
    if (clean) return void this.#idle.push(session);
    this.#lists.delete(session);
    await session.close();
  }

  async close(): Promise<void> {
    for (const session of this.#lists) await session.close();
    this.#lists.clear();
    if (!this.#one) await this.#reader.close();
    // The writer last: the last session of SQLite folds the log into the database file.
    await this.writer.close();
  }
}
