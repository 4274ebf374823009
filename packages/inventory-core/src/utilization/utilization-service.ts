import { type Clock, timestampOf } from "../contract/clock.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { dayOf, REPEAT_DAYS } from "./days.ts";
import { forecastOf } from "./forecast.ts";
import { RECORDED_KINDS, type RecordedKind } from "./recorded-kinds.ts";
import type { UtilizationHistory, UtilizationHistoryQuery } from "./utilization-history.ts";

export const UTILIZATION_HISTORY = serviceToken<UtilizationService>("utilization-history");

/** How full networks and pools were, day by day, and when they will be full. */
export class UtilizationService {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #days: number;

  /** @param days that are kept */
  constructor(storage: OpenStorage, clock: Clock, days: number) {
    this.#storage = storage;
    this.#clock = clock;
    this.#days = days;
  }

  /** @throws NOT_FOUND of its kind */
  async of(kind: keyof typeof RECORDED_KINDS, id: string, query: UtilizationHistoryQuery): Promise<UtilizationHistory> {
    return kind === "network" ? await this.#read(RECORDED_KINDS.network, id, query) : await this.#read(RECORDED_KINDS.pool, id, query);
  }

  async #read<Row>(kind: RecordedKind<Row>, id: string, { from = "", to }: UtilizationHistoryQuery): Promise<UtilizationHistory> {
    const at = timestampOf(this.#clock);
    const columns = Object.entries(kind.columns).map(([column, sql]) => `${sql} as ${column}`);
    const current = await this.#storage.read.get<Row>(`select ${columns.join(", ")} from ${kind.table} r where r.id = ?`, [
      ...(kind.hasTime ? [at] : []),
      id,
    ]);
    if (current === undefined) throw kind.missing(id);
    const now = { at, ...kind.level(current) };
    const first = dayOf(this.#clock.now()) - this.#days;
    const rows = await this.#storage.read.all<Row & { at: string }>(daysOf(kind), [id, id, first]);
    const points = [...rows.map((row) => ({ at: row.at, ...kind.level(row) })), now];
    return {
      points: points.filter(({ at }) => at >= from && (to === undefined || at < to)),
      forecast: forecastOf(points, now),
    };
  }
}

/** Of each day that was recorded, the newest row that says something of it: a look-up in the primary key. */
function daysOf({ history, key, columns }: RecordedKind): string {
  return `select d.at, ${Object.keys(columns)
    .map((column) => `h.${column}`)
    .join(", ")} from utilization_day d
    join ${history} h on h.${key} = ? and h.day = (
      select max(newest.day) from ${history} newest where newest.${key} = ? and newest.day <= d.day and newest.day > d.day - ${REPEAT_DAYS})
    where d.day >= ? order by d.day`;
}
