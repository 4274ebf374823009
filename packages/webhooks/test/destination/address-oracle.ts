import { BlockList } from "node:net";
import { destinationRule, parseDestination } from "../../src/destination/destination-url.ts";

const rule = destinationRule("");

/** Numbers from 0 to below `bound`, always the same for a seed. */
type Draw = (bound: number) => number;

interface Sample {
  /** As inet_pton takes it. */
  readonly address: string;
  /** As the host of a URL. */
  readonly host: string;
  readonly blocked: boolean;
  readonly kind: string;
}

// The ranges again, written out by hand for Node's own list: nothing here comes from the product.
const never = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  never.addSubnet(net, bits, "ipv4");
for (const address of ["100.100.100.200", "168.63.129.16", "192.0.0.192"]) never.addAddress(address, "ipv4");
for (const [net, bits] of [
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["2001::", 32],
] as const)
  never.addSubnet(net, bits, "ipv6");
for (const address of ["::", "::1", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"]) never.addAddress(address, "ipv6");

const within = (draw: Draw, base: number, bits: number): number => base + draw(2 ** (32 - bits));
const four = (a: number, b = 0, c = 0, d = 0): number => ((a * 256 + b) * 256 + c) * 256 + d;

/** IPv4 addresses by what must become of them. */
const BLOCKED_FOUR: readonly ((draw: Draw) => number)[] = [
  (draw) => within(draw, four(127), 8),
  (draw) => within(draw, four(0), 8),
  (draw) => within(draw, four(169, 254), 16),
  (draw) => within(draw, four(224), 4),
  (draw) => within(draw, four(240), 4),
  (draw) =>
    pick(draw, [
      four(169, 254, 169, 254),
      four(169, 254, 170, 2),
      four(100, 100, 100, 200),
      four(168, 63, 129, 16),
      four(192, 0, 0, 192),
      0,
      0xff_ff_ff_ff,
    ]),
];
const ALLOWED_FOUR: readonly ((draw: Draw) => number)[] = [
  (draw) => within(draw, four(10), 8),
  (draw) => within(draw, four(172, 16), 12),
  (draw) => within(draw, four(192, 168), 16),
  (draw) => other(() => within(draw, four(100, 64), 10), four(100, 100, 100, 200)),
  (draw) => within(draw, four(8), 8),
  (draw) => within(draw, four(198, 18), 15),
  // Neighbours of what is blocked.
  (draw) =>
    pick(draw, [
      four(126, 255, 255, 255),
      four(128),
      four(1),
      four(169, 253, 255, 255),
      four(169, 255),
      four(223, 255, 255, 255),
      four(100, 100, 100, 199),
      four(100, 100, 100, 201),
      four(168, 63, 129, 15),
      four(168, 63, 129, 17),
      four(192, 0, 0, 191),
      four(192, 0, 0, 193),
    ]),
];

const high = (value: number): number => Math.floor(value / 0x1_0000);
const low = (value: number): number => value % 0x1_0000;

/** IPv6 addresses that are judged by the IPv4 address in their last 32 bits. */
const EMBEDDING: readonly ((draw: Draw, inner: number) => number[])[] = [
  (_, inner) => [0, 0, 0, 0, 0, 0xffff, high(inner), low(inner)],
  (_, inner) => [0, 0, 0, 0, 0, 0, high(inner), low(inner)],
  (_, inner) => [0, 0, 0, 0, 0xffff, 0, high(inner), low(inner)],
  (_, inner) => [0x64, 0xff9b, 0, 0, 0, 0, high(inner), low(inner)],
  (draw, inner) => [
    0xfd00 + draw(0xff),
    draw(0x1_0000),
    draw(0x1_0000),
    draw(0x1_0000),
    pick(draw, [0, 0x200]),
    0x5efe,
    high(inner),
    low(inner),
  ],
  (draw, inner) => [
    0x2600 + draw(0x100),
    draw(0x1_0000),
    draw(0x1_0000),
    draw(0x1_0000),
    pick(draw, [0, 0x200]),
    0x5efe,
    high(inner),
    low(inner),
  ],
];
const BLOCKED_SIX: readonly ((draw: Draw) => number[])[] = [
  (draw) => [0xfe80 + draw(0x40), ...tail(draw, 7)],
  (draw) => [0xfec0 + draw(0x40), ...tail(draw, 7)],
  (draw) => [0xff00 + draw(0x100), ...tail(draw, 7)],
  (draw) => [0x64, 0xff9b, 1, ...tail(draw, 5)],
  (draw) => [0x2002, ...tail(draw, 7)],
  (draw) => [0x2001, 0, ...tail(draw, 6)],
  (draw) =>
    pick(draw, [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
      [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254],
      [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23],
      [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254],
    ]),
];
const ALLOWED_SIX: readonly ((draw: Draw) => number[])[] = [
  (draw) => [0xfc00 + draw(0x200), 1 + draw(0xc0), ...tail(draw, 6)],
  (draw) => [0x2400 + draw(0x800), ...tail(draw, 7)],
  (draw) => [0x2001, 1 + draw(0xffff), ...tail(draw, 6)],
  (draw) => [0x64, 0xff9b, 2 + draw(0xfffe), ...tail(draw, 5)],
  (draw) =>
    pick(draw, [
      [0xfe7f, 0xffff, 0, 0, 0, 0, 0, 1],
      [0x2003, 0, 0, 0, 0, 0, 0, 1],
      [0x2001, 0xffff, 0, 0, 0, 0, 0, 1],
      [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x255],
      [0xfd00, 0xec2, 0, 0, 0, 0, 1, 0x254],
      [0x64, 0xff9a, 0, 0, 0, 0, 0x7f00, 1],
    ]),
];

/**
 * Judges generated addresses, each in a spelling of its own, and compares with what they were made to be and with Node's
 * BlockList.
 */
export function compareWithOracle(seed: number, count: number): { checked: number; differences: string[] } {
  const draw = drawFrom(seed);
  const differences: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { address, host, blocked, kind } = sampleOf(draw);
    const saved = parseDestination(`http://${host}/`);
    if ((rule(address) !== undefined) !== blocked)
      differences.push(`${address} (${kind}): ${blocked ? "blocked" : "allowed"} was expected`);
    if ("problem" in saved !== blocked) differences.push(`http://${host}/ (${kind}): ${blocked ? "refused" : "accepted"} was expected`);
  }
  return { checked: count, differences };
}

function sampleOf(draw: Draw): Sample {
  const blocked = draw(2) === 1;
  const family = draw(3);
  if (family === 0) {
    const value = pick(draw, blocked ? BLOCKED_FOUR : ALLOWED_FOUR)(draw);
    if (never.check(dotted(value), "ipv4") !== blocked) throw new Error(`The oracle is at odds with itself: ${dotted(value)}`);
    return { address: dotted(value), host: hostOfFour(draw, value), blocked, kind: "IPv4" };
  }
  if (family === 1) {
    const inner = pick(draw, blocked ? BLOCKED_FOUR : ALLOWED_FOUR)(draw);
    const spelled = spellSix(draw, pick(draw, EMBEDDING)(draw, inner));
    return { address: spelled, host: `[${spelled}]`, blocked, kind: `embeds ${dotted(inner)}` };
  }
  const groups = pick(draw, blocked ? BLOCKED_SIX : ALLOWED_SIX)(draw);
  if (never.check(groups.map((group) => group.toString(16)).join(":"), "ipv6") !== blocked)
    throw new Error(`The oracle is at odds with itself: ${groups.join(" ")}`);
  const spelled = spellSix(draw, groups);
  return { address: spelled, host: `[${spelled}]`, blocked, kind: "IPv6" };
}

/** Decimal, hexadecimal and octal parts, fewer parts, wide digits, percent-encoded, with a dot at the end. */
function hostOfFour(draw: Draw, value: number): string {
  const bytes = dotted(value).split(".").map(Number);
  const parts = 1 + draw(4);
  const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
  const numbers = [...bytes.slice(0, parts - 1), last].map((part) =>
    pick(draw, [String(part), `0x${part.toString(16)}`, `0X0${part.toString(16).toUpperCase()}`, `0${part.toString(8)}`]),
  );
  const isPlain = draw(4) > 0;
  const digits = isPlain
    ? numbers
    : numbers.map((text) =>
        text.replaceAll(/\d/g, (digit) => (draw(2) === 0 ? String.fromCodePoint(0xff10 + Number(digit)) : `%3${digit}`)),
      );
  return digits.join(pick(draw, [".", ".", "。", "．", "%2e"])) + pick(draw, ["", "", "."]);
}

/** Leading zeros, upper case, `::` for any run of zeros, the last 32 bits dotted. */
function spellSix(draw: Draw, groups: readonly number[]): string {
  const hex = groups.map((group) => {
    const text = group.toString(16).padStart(draw(3) === 0 ? 4 : 1, "0");
    return draw(3) === 0 ? text.toUpperCase() : text;
  });
  const isDotted = draw(3) === 0;
  const parts = isDotted ? [...hex.slice(0, 6), dotted((groups[6] ?? 0) * 0x1_0000 + (groups[7] ?? 0))] : hex;
  const zeros = groups.slice(0, isDotted ? 6 : 8).flatMap((group, index) => (group === 0 ? [index] : []));
  if (zeros.length === 0 || draw(4) === 0) return parts.join(":");
  const from = pick(draw, zeros);
  let to = from + 1;
  while (zeros.includes(to) && draw(8) > 0) to += 1;
  return `${parts.slice(0, from).join(":")}::${parts.slice(to).join(":")}`;
}

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

/** Groups that are no ISATAP interface identifier by chance. */
function tail(draw: Draw, count: number): number[] {
  const groups = Array.from({ length: count }, () => (draw(3) === 0 ? 0 : draw(0x1_0000)));
  if (groups.at(-3) === 0x5efe) groups[count - 3] = 0;
  return groups;
}

function other(make: () => number, avoided: number): number {
  const value = make();
  return value === avoided ? value + 1 : value;
}

function pick<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(from.length)] as T;
}

/** xorshift32. */
function drawFrom(seed: number): Draw {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
