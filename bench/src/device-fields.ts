/** A device of the usual size: two addresses, three tags, one domain. Room for 32,767 under each `prefix` (`10.2`). */
export function deviceFields(prefix: string, index: number) {
  const ip = (offset: number): { ip: string } => ({ ip: `${prefix}.${offset >> 8}.${offset & 255}` });
  const name = `device-${String(index).padStart(6, "0")}`;
  return {
    name: `${name}-${prefix}`,
    hostname: `${name}.example.com`,
    description: `Bench device number ${index}`,
    make_model: "Dell PowerEdge R640",
    os: "Debian 13",
    location: `Rack ${index % 40}`,
    tags: ["bench", `rack-${index % 40}`, `row-${index % 7}`],
    addresses: [ip(index * 2 + 1), ip(index * 2 + 2)],
    domains: [`${name}.bench.example.com`],
  };
}
