import { BadTarget, connectionTarget } from "@cadastre/inventory-core/upkeep";
import { describe, expect, it } from "vitest";

const hostsOf = (url: string): [string, string][] => connectionTarget(url).hosts.map(({ name, url: one }) => [name, one]);

describe("the URL of a database", () => {
  it("of one host is passed on as it is", () => {
    const url = "postgresql://u:p%40@db:5433/x?sslmode=require&target_session_attrs=read-write";
    expect(hostsOf(url)).toEqual([["db:5433", url]]);
    expect(hostsOf("postgresql:///x?host=/run/postgresql&user=u")).toEqual([
      ["/run/postgresql:5432", "postgresql:///x?host=/run/postgresql&user=u"],
    ]);
    expect(connectionTarget(url)).toMatchObject({
      wants: "read-write",
      balances: false,
      connectTimeoutMs: 5_000,
      database: "x",
      hasPassword: true,
    });
  });

  it.each([
    [
      "ports of their own, and the usual one",
      "postgresql://u:p@h1:5433,h2/x?sslmode=disable",
      [
        ["h1:5433", "postgresql://u:p@h1:5433/x?sslmode=disable"],
        ["h2:5432", "postgresql://u:p@h2:5432/x?sslmode=disable"],
      ],
    ],
    [
      "IPv6, and the scheme postgres",
      "postgres://u@[2001:db8::1]:5433,[2001:db8::2]/x",
      [
        ["[2001:db8::1]:5433", "postgres://u@[2001:db8::1]:5433/x"],
        ["[2001:db8::2]:5432", "postgres://u@[2001:db8::2]:5432/x"],
      ],
    ],
    [
      "hosts and ports in the query",
      "postgresql:///x?host=h1,h2&port=1,2&user=u",
      [
        ["h1:1", "postgresql://h1:1/x?user=u"],
        ["h2:2", "postgresql://h2:2/x?user=u"],
      ],
    ],
    [
      "one port for all",
      "postgresql://h1,h2/x?port=7",
      [
        ["h1:7", "postgresql://h1:7/x"],
        ["h2:7", "postgresql://h2:7/x"],
      ],
    ],
    [
      "folders of sockets",
      "postgresql://%2Frun%2Fa:1,%2Frun%2Fb:2/x",
      [
        ["/run/a:1", "postgresql://localhost:1/x?host=%2Frun%2Fa"],
        ["/run/b:2", "postgresql://localhost:2/x?host=%2Frun%2Fb"],
      ],
    ],
    [
      "an at sign and a comma in the password",
      "postgresql://u:a@b,c@h1,h2/x",
      [
        ["h1:5432", "postgresql://u:a@b,c@h1:5432/x"],
        ["h2:5432", "postgresql://u:a@b,c@h2:5432/x"],
      ],
    ],
  ])("of several hosts has %s", (_, url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts);
  });

  it("leaves to each host what the driver knows, and keeps what it does not", () => {
    const target = connectionTarget(
      "postgresql://h1,h2/x?application_name=a&target_session_attrs=primary&connect_timeout=3&load_balance_hosts=random",
    );
    expect(target).toMatchObject({ wants: "primary", balances: true, connectTimeoutMs: 3_000 });
    expect(target.hosts.map(({ url }) => url)).toEqual([
      "postgresql://h1:5432/x?application_name=a",
      "postgresql://h2:5432/x?application_name=a",
    ]);
  });

  it.each([
    [
      "postgresql://u:topsecret@h1:1,h2:2/x?target_session_attrs=read-write",
      "postgresql://u:***@h1:1,h2:2/x?target_session_attrs=read-write",
    ],
    ["postgresql://h1,h2/x?user=u&password=topsecret", "postgresql://h1,h2/x?user=u&password=***"],
    ["postgresql:///x?host=/run/a,/run/b", "postgresql:///x?host=/run/a,/run/b"],
    ["postgresql://u:top:se@cret@h/x", "postgresql://u:***@h/x"],
  ])("%s is shown without its password", (url, shown) => {
    expect(connectionTarget(url).description).toBe(shown);
  });

  it.each([
    ["postgresql://h1,,h2/x", /between two commas is empty/],
    ["postgresql://h1:0,h2/x", /ports from 1 to 65535/],
    ["postgresql://h1:70000,h2/x", /ports from 1 to 65535/],
    ["postgresql://2001:db8::1,h2/x", /brackets/],
    ["postgresql://h1,h 2/x", /host 2 is neither/],
    ["postgresql://u:topsecret/x", /host 1 is neither/],
    ["postgresql://u:top/secret@h/x", /%2F/],
    ["postgresql://u:top?secret@h/x", /postgresql:\/\/user/],
    ["postgresql://h1,h2,h3/x?port=1,2", /3 hosts and 2 ports/],
    ["postgresql://h1,h2/x?target_session_attrs=standby", /any, read-write or primary; standby asks for a server that may take no writes/],
    ["postgresql://h1,h2/x?target_session_attrs=master", /any, read-write or primary$/],
    ["postgresql://h1,h2/x?connect_timeout=soon", /whole seconds/],
    ["postgresql://h1,h2/x?load_balance_hosts=yes", /disable or random/],
    ["postgresql://h1,h2", /postgresql:\/\/user/],
    ["mysql://h/x", /postgresql:\/\/user/],
  ])("%s is refused, with what is wrong", (url, sentence) => {
    expect(() => connectionTarget(url)).toThrow(BadTarget);
    expect(() => connectionTarget(url)).toThrow(sentence);
    expect(() => connectionTarget(url)).not.toThrow(/secret/);
  });
});
