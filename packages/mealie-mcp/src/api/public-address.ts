import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 that is not for everybody: the special-purpose registry of RFC 6890, multicast and what is reserved. */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local; metadata services of most clouds answer on 169.254.169.254.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's metadata and name service, on an address that is public by its range.
  ["168.63.129.16", 32],
];

/** Everything global is in 2000::/3; these parts of it are tunnels, identifiers and examples (RFC 6890, 9637). */
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const notPublic = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(net, prefix, "ipv6");

const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an address, as a resolver or a URL writes it, is one that anybody on the internet reaches. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  const inside = embeddedV4(address);
  if (inside !== undefined) return isPublicAddress(inside);
  return global.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/**
 * The IPv4 address that an IPv6 one stands for: mapped (`::ffff:a.b.c.d`), or translated where a network has no IPv4
 * (`64:ff9b::a.b.c.d`, RFC 6052).
 */
function embeddedV4(address: string): string | undefined {
  const canonical = new URL(`http://[${address.split("%")[0] ?? ""}]/`).hostname;
  const [, high, low] = /^\[(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join(".");
}
