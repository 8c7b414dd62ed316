/** The network that daily limits count by. It is a /48 in IPv6, because one home or tunnel may have all 65,536 networks of it. */
export function wideNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? `${network.split(':', 3).join(':')}::/48` : network;
}

/** One IPv6 subscriber has 2^64 addresses, so limits count the network. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const filled =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array<string>(Math.max(0, 8 - groups.length - after)).fill('0'),
          ...(tail ? tail.split(':') : []),
        ];
  return `${filled
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
