import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address that cannot be parsed, such as `unknown` of a proxy or a made-up text. All of them count as one caller.
 */
export const noAddress = 'unknown';

/**
 * Writes an address from a proxy (with port, brackets, quotes or zone) in one spelling: IPv4 with four numbers, also
 * where IPv6 carries it for a socket, or IPv6 by RFC 5952. Anything else is `noAddress`.
 */
export function addressOf(written: string | undefined): string {
  // Every call comes by here several times, and nearly always with this.
  if (written !== undefined && isIP(written) === 4) return written;
  const text = withoutPort((written ?? '').trim());
  switch (isIP(text)) {
    case 4:
      return text;
    case 6:
      return canonical(ipaddr.IPv6.parse(text.split('%', 1)[0] ?? ''));
    default:
      return noAddress;
  }
}

const quoted = /^"(.*)"$/;
const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/;
const withPort = /^(.+):\d{1,5}$/;

function withoutPort(text: string): string {
  const bare = quoted.exec(text)?.[1] ?? text;
  const inside = bracketed.exec(bare)?.[1];
  if (inside !== undefined) return isIP(inside) === 6 ? inside : '';
  return isIP(bare) === 0 ? (withPort.exec(bare)?.[1] ?? bare) : bare;
}

function canonical(address: ipaddr.IPv6): string {
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toRFC5952String();
}

/**
 * Returns the network that limits count by: an IPv4 address, or a /64, because one IPv6 subscriber has 2^64 addresses.
 * IPv4 that was translated to IPv6 (NAT64, SIIT, 6to4) counts as the IPv4 address that it carries.
 */
export function networkOf(written: string): string {
  const address = addressOf(written);
  if (!address.includes(':')) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  const carried = carriedIpv4(parts);
  if (carried) return carried;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Prefixes before an IPv4 address of two parts: NAT64 (RFC 6052), SIIT (RFC 7915), 6to4 (RFC 3056). */
const carriers: readonly (readonly number[])[] = [[0x64, 0xff9b, 0, 0, 0, 0], [0, 0, 0, 0, 0xffff, 0], [0x2002]];

function carriedIpv4(parts: readonly number[]): string | undefined {
  const carrier = carriers.find((prefix) => prefix.every((part, place) => parts[place] === part));
  if (!carrier) return undefined;
  const [high = 0, low = 0] = parts.slice(carrier.length);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Returns the network that daily limits count by. It is a /48 in IPv6, because one home or tunnel may have all 65,536
 * networks of it.
 */
export function wideNetworkOf(written: string): string {
  const network = networkOf(written);
  return network.includes(':') ? `${network.split(':', 3).join(':')}::/48` : network;
}
