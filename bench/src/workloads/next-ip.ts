import { interleave, shuffled } from "../measure.ts";
import type { Line } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Subject } from "../subject.ts";

/** Most addresses of one device. */
const MOST_ADDRESSES = 4096;

interface Size {
  readonly name: string;
  readonly subnet: string;
  readonly last: string;
  /** Addresses that are filled: all of the pool, or of its beginning where nobody could fill it all. */
  readonly addresses: number;
  readonly ip: (index: number) => string;
}

const SIZES: readonly Size[] = [
  { name: "/24", subnet: "10.0.0.0/24", last: "10.0.0.254", addresses: 254, ip: (index) => `10.0.0.${index + 1}` },
  { name: "/16", subnet: "10.1.0.0/16", last: "10.1.255.254", addresses: 65_534, ip: (index) => `10.1.${(index + 1) >> 8}.${(index + 1) & 255}` },
  { name: "v6 /64", subnet: "2001:db8::/64", last: "2001:db8::ffff:ffff:ffff:ffff", addresses: 65_536, ip: (index) => `2001:db8::${index.toString(16)}` },
];

/** The lowest free address of pools of any size and fill, against one lookup by primary key. Addresses are taken in random order. */
export async function nextIp(subject: Subject, scale: Scale): Promise<Line[]> {
  const { inventory, storage } = subject;
  const lines: Line[] = [];
  for (const size of SIZES) {
    const network = await inventory.networks.create({ name: size.name, subnet: size.subnet });
    const pool = await inventory.pools.create(network.id, { name: size.name, start_ip: size.ip(0), end_ip: size.last });
    const order = shuffled(Array.from({ length: size.addresses }, (_, index) => index));
    let held = 0;
    for (const percent of [0, 50, 99.9]) {
      const due = Math.floor((size.addresses * percent) / 100);
      for (; held < due; held += MOST_ADDRESSES) {
        const addresses = order.slice(held, Math.min(due, held + MOST_ADDRESSES)).map((index) => ({ ip: size.ip(index) }));
        await inventory.devices.create({ name: `filler ${size.name} ${held}`, addresses });
      }
      held = due;
      const pair = await interleave(async () => await inventory.pools.nextIp(pool.id), () => subject.lookup(pool.id), { rounds: scale.rounds, times: scale.reads });
      lines.push({ storage, workload: `next-ip ${size.name}, ${percent} % full`, ...pair, aim: storage === "sqlite" ? 2.5 : 1.3 });
    }
  }
  return lines;
}
