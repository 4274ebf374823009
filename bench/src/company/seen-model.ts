import { lanOf, type Lan, type Sight, type SiteName, type SiteToday } from "./machines.ts";

/** Scans in a row that miss an address until it is missing. */
const MISSING_AFTER = 3;

/** What must be known of an address that ever answered. */
export interface SeenRow {
  readonly site: SiteName;
  readonly ip: string;
  mac: string;
  hostname: string;
  port: string;
  isUp: boolean;
  isIgnored: boolean;
}

/** An address of a device, as it is recorded now. */
export interface RecordedAddress {
  readonly site: SiteName;
  readonly ip: string;
  readonly deviceName: string;
  readonly deviceId: string;
  readonly isActive: boolean;
}

interface Absence {
  readonly place: RecordedAddress;
  misses: number;
}

const siteIp = (site: SiteName, ip: string): string => `${site} ${ip}`;

/**
 * What scans must have told by now, worked out from what was there on each day, and from nothing that the register says of it: a plain
 * re-telling of docs/spec/discovery.md.
 */
export class SeenModel {
  readonly rows = new Map<string, SeenRow>();
  readonly #absences = new Map<string, Absence>();
  /** Addresses at which the hardware changed, and nobody has settled it. */
  readonly mismatches = new Set<string>();
  /** Events of absence that must have come, each as `event site ip`. */
  readonly events: string[] = [];

  /** A scan of a network has completed. */
  scanned({ site, sights }: SiteToday, lan: Lan, recorded: readonly RecordedAddress[]): void {
    const inside = [...sights].filter(([ip]) => lanOf(ip) === lan);
    for (const [ip, sight] of inside) this.#seen(site, ip, sight);
    if (inside.length === 0) return;
    for (const row of this.rows.values()) if (row.site === site && lanOf(row.ip) === lan && !sights.has(row.ip)) row.isUp = false;
    for (const place of recorded)
      if (place.site === site && place.isActive && lanOf(place.ip) === lan && !sights.has(place.ip)) this.#missed(place);
  }

  #seen(site: SiteName, ip: string, { mac, hostname, port }: Sight): void {
    const place = siteIp(site, ip);
    const row = this.rows.get(place) ?? { site, ip, mac, hostname: "", port: "", isUp: true, isIgnored: false };
    if (row.mac !== mac) {
      this.mismatches.add(place);
      // Another machine: what the one before was called is not said of it.
      Object.assign(row, { mac, hostname: "", port: "" });
    }
    row.hostname = hostname === "" ? row.hostname : hostname;
    row.port = port === "" ? row.port : port;
    row.isUp = true;
    this.rows.set(place, row);
    for (const [key, absence] of this.#absences) {
      if (absence.place.site !== site || absence.place.ip !== ip) continue;
      if (absence.misses >= MISSING_AFTER) this.events.push(`device.returned ${place}`);
      this.#absences.delete(key);
    }
  }

  #missed(place: RecordedAddress): void {
    const key = `${siteIp(place.site, place.ip)} ${place.deviceId}`;
    const absence = this.#absences.get(key) ?? { place, misses: 0 };
    this.#absences.set(key, absence);
    absence.misses += 1;
    if (absence.misses === MISSING_AFTER) this.events.push(`device.missing ${siteIp(place.site, place.ip)}`);
  }

  /** People have changed the register. */
  recordedNow(recorded: readonly RecordedAddress[]): void {
    const held = new Set(recorded.map(({ site, ip, deviceId }) => `${siteIp(site, ip)} ${deviceId}`));
    for (const key of this.#absences.keys()) if (!held.has(key)) this.#absences.delete(key);
  }

  /** Addresses of devices that must be told to be missing. */
  missing(recorded: readonly RecordedAddress[]): readonly RecordedAddress[] {
    return recorded.filter(({ site, ip, deviceId, isActive }) => {
      const misses = this.#absences.get(`${siteIp(site, ip)} ${deviceId}`)?.misses ?? 0;
      return isActive && misses >= MISSING_AFTER;
    });
  }

  ignore(site: SiteName, ip: string, isIgnored: boolean): void {
    const row = this.rows.get(siteIp(site, ip));
    if (row !== undefined) row.isIgnored = isIgnored;
  }

  /** Somebody has deleted what was seen at an address. */
  forget(site: SiteName, ip: string): void {
    this.rows.delete(siteIp(site, ip));
  }

  /** Somebody has looked at the hardware that changed. */
  settle(site: SiteName, ip: string): void {
    this.mismatches.delete(siteIp(site, ip));
  }
}
