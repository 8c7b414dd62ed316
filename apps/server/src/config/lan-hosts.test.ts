import { expect, it } from 'vitest';
import { listLanHosts } from './lan-hosts.ts';

const address = (text: string, internal = false) => ({
  address: text,
  family: 'IPv4' as const,
  internal,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});

it('The hosts of a network are listed without loopback and link-local ones, the likeliest first.', () => {
  const hosts = listLanHosts({
    lo: [address('127.0.0.1', true)],
    docker0: [address('172.17.0.1')],
    usb0: [address('169.254.3.4')],
    eth0: [address('203.0.113.9'), address('10.0.0.5')],
    wlan0: [{ ...address('fe80::1'), family: 'IPv6', scopeid: 2 }, address('192.168.7.31')],
  });
  expect(hosts).toEqual(['192.168.7.31', '10.0.0.5', '172.17.0.1', '203.0.113.9']);
});
