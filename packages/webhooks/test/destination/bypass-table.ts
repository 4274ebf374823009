/** Hosts in every spelling that has been used to get around such checks, with what must become of them. */
export interface HostRow {
  /** As it stands in a URL. */
  readonly host: string;
  /** Why it is there. */
  readonly kind: string;
}

const rows = (kind: string, ...hosts: string[]): HostRow[] => hosts.map((host) => ({ host, kind }));

/** Refused at save, and never dialled. */
export const refusedHosts: readonly HostRow[] = [
  ...rows("loopback", "127.0.0.1", "127.0.0.2", "127.255.255.255"),
  ...rows("loopback in another spelling", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "0X7F.0.0.1", "017700000001", "127.0.1"),
  ...rows("loopback with a final dot", "127.0.0.1.", "2130706433.", "0x7f.1."),
  ...rows("loopback in Unicode or encoded", "①②⑦.⓪.⓪.①", "127。0。0。1", "127．0．0．1", "%31%32%37.0.0.1", "１２７.0.0.1", "127.0.0.%31"),
  ...rows("localhost", "localhost", "LOCALHOST", "localhost.", "localhost..", "ⓛocalhost", "ｌｏｃａｌｈｏｓｔ", "foo.localhost", "a.b.LocalHost.", "%6cocalhost", "localhost。", "local\u00adhost"),
  ...rows("loopback of IPv6", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0.0.0.1]"),
  ...rows("IPv4-mapped", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]", "[0:0:0:0:0:ffff:127.0.0.1]"),
  ...rows("IPv4-compatible", "[::127.0.0.1]", "[::7f00:1]", "[::a9fe:a9fe]"),
  ...rows("IPv4-translated", "[::ffff:0:127.0.0.1]", "[::ffff:0:7f00:1]"),
  ...rows("NAT64 of blocked", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b::169.254.169.254]", "[64:ff9b::]", "[64:ff9b::6464:64c8]"),
  ...rows("local NAT64", "[64:ff9b:1::1]", "[64:ff9b:1:ffff::a00:1]", "[64:ff9b:1::10.0.0.1]"),
  ...rows("6to4", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2002:a00:1::1]", "[2002::]"),
  ...rows("Teredo", "[2001::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[2001:0:7f00:1::]"),
  ...rows("ISATAP", "[2001:db8::5efe:7f00:1]", "[fd12::5efe:127.0.0.1]", "[2001:db8::200:5efe:7f00:1]", "[2001:db8::200:5efe:a9fe:a9fe]", "[::5efe:7f00:1]"),
  ...rows("unspecified", "0.0.0.0", "0", "[::]", "0x0", "00", "0.0.0.0."),
  ...rows("0.0.0.0/8", "0.1.2.3", "0.255.255.255", "66051"),
  ...rows("link-local", "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.170.2", "169.254.0.1", "169.254.43518"),
  ...rows("link-local, mapped", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]"),
  ...rows("link-local of IPv6", "[fe80::1]", "[febf::1]", "[fe80::1%25eth0]", "[fe80::1%eth0]"),
  ...rows("site-local", "[fec0::1]", "[feff::1]"),
  ...rows("metadata", "[fd00:ec2::254]", "[fd00:0ec2:0:0:0:0:0:0254]", "[fd00:ec2::23]", "[fd20:ce::254]", "100.100.100.200", "168.63.129.16", "192.0.0.192", "[::ffff:100.100.100.200]"),
  ...rows("never unicast", "224.0.0.1", "239.255.255.255", "[ff02::1]", "[ff0e::1]", "240.0.0.1", "255.255.255.255", "4294967295", "[::ffff:224.0.0.1]"),
  ...rows("no host", "256.256.256.256", "4294967296", "xn--", "1.2.3.4.5", "0x100000000", "[::1", "::1", "", ".", "..", "a..b", ".a", "exa mple", "a\u0000b", "%00", "a%20b", "a\\b", "a\tb", "a\nb", "a%2fb", "foo*bar", "a^b", "a|b"),
  ...rows("too long", "a".repeat(64), `${"a".repeat(63)}.${"a".repeat(64)}.test`, `${"a.".repeat(127)}b`, `${"a".repeat(63)}.`.repeat(4)),
  ...rows("a user", "good@127.0.0.1", "good@10.0.0.1", "a:b@receiver.test", "@receiver.test", ":@receiver.test", "good%40x@receiver.test"),
];

/** Accepted at save, and dialled. */
export const acceptedHosts: readonly HostRow[] = [
  ...rows("private", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255", "[::ffff:10.0.0.1]", "167772161", "0xa.1"),
  ...rows("private of IPv6", "[fd12::1]", "[fc00::1]", "[fdff:ffff::1]", "[fd00:ec2::255]", "[fd00:ec2::253]"),
  ...rows("shared", "100.64.0.1", "100.127.255.255", "100.100.100.199", "100.100.100.201"),
  ...rows("NAT64 of private and public", "[64:ff9b::a00:1]", "[64:ff9b::808:808]"),
  ...rows("public", "8.8.8.8", "1.1.1.1", "168.63.129.17", "[2606:4700:4700::1111]", "[2001:4860::8888]", "[2001:db8::5efe:a00:1]", "[2001:1::1]"),
  ...rows("edges", "126.255.255.255", "128.0.0.0", "1.0.0.0", "169.253.255.255", "169.255.0.0", "223.255.255.255", "[2003::1]", "[64:ff9b:2::1]"),
  ...rows("names", "receiver.test", "RECEIVER.TEST", "receiver.test.", "receiver", "my_host", "a-b.c1", "localhost.test", "notlocalhost", "bücher.test", "раураl.test", "metadata.google.internal", "127.0.0.1.nip.test", `${"a".repeat(63)}.test`),
];

/** URLs that are refused whatever their host. */
export const refusedUrls: readonly string[] = [
  "ftp://receiver.test/", "file:///etc/passwd", "gopher://receiver.test/", "data:text/plain,x", "javascript:alert(1)", "ws://receiver.test/", "blob:http://receiver.test/1", "unix:/run/x",
  "http://receiver.test:0/", "http://receiver.test:99999/", "http://receiver.test:a/", "http://receiver.test:-1/",
  "http://127.0.0.1#@good.test", "http://127.0.0.1\\@good.test", "http://good.test\\@127.0.0.1", "http://good.test#", "http://good.test/#a", "http://good.test/?a#b",
  "http:127.0.0.1", "http:/127.0.0.1", "http:///127.0.0.1", "http:\\\\127.0.0.1", "HTTP://127.0.0.1", "http:////127.0.0.1",
  "", " ", "/hook", "//receiver.test/hook", "receiver.test", "http://", "http:", "https://?", "http://[]/", "http://:80/",
  " http://receiver.test/", "http://receiver.test/ ", "http://receiver.test/a b", "http://receiver.test/\n", "ht\ntp://receiver.test/", "http://receiver.test/\u0000", "http://receiver.test/\u0085", "http://receiver.test/\u3000",
  "http://receiver.test/\ud800", `http://receiver.test/${"a".repeat(2048)}`, `http://receiver.test/${"ä".repeat(1000)}`,
];

/** IP addresses (as a resolver gives them) to which no name may lead. */
export const blockedAnswers: readonly string[] = [
  "127.0.0.1", "0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "224.0.0.1", "240.0.0.1", "255.255.255.255",
  "::1", "::", "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::5efe:7f00:1",
  "fe80::1", "fe80::1%lo", "::1%lo", "fec0::1", "ff02::1", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "fd12::1%lo",
  "", "localhost", "127.1", "2130706433", "0177.0.0.1", "10.0.0.1 ", "[::1]", "10.0.0.01",
];
