import { networkInterfaces } from 'node:os';

/** Prefixes of private networks, in the order in which a home or an office is likely to use them. */
const privateNetworks = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];
const linkLocal = /^169\.254\./;

/** Lists the IPv4 addresses by which other devices reach this machine, the likeliest network first. */
export function listLanHosts(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string[] {
  const rankOf = (host: string) => {
    const rank = privateNetworks.findIndex((network) => network.test(host));
    return rank === -1 ? privateNetworks.length : rank;
  };
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !linkLocal.test(address))
    .map(({ address }) => address)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
