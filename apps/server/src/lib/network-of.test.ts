import { describe, expect, it } from 'vitest';
import { addressOf, networkOf, wideNetworkOf } from './network-of.ts';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:40001', '192.0.2.1'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['"192.0.2.1:40001"', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['::ffff:0:192.0.2.1', '192.0.2.1'],
    ['2002:c000:201::9', '192.0.2.1'],
    ['2002:c000:201:ffff::1', '192.0.2.1'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:40001', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::9]:40001"', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:0:0:0:9:40001', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%eth0.100]:443', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (written, network) => {
    expect(networkOf(written)).toBe(network);
  });

  it.each([
    [''],
    ['unknown'],
    ['_hidden'],
    ['_hidden:80'],
    ['a fan'],
    ['192.0.2'],
    ['192.0.2.256'],
    ['192.0.2.01'],
    ['3221225985'],
    ['0xc0.0.2.1'],
    ['192.0.2.1:'],
    ['192.0.2.1:a'],
    ['192.0.2.1:1:2'],
    ['192.0.2.1/24'],
    ['[192.0.2.1]:80'],
    ['2001:db8::1::2'],
    ['2001:db8::g'],
    ['[2001:db8::1'],
    ['\u0000192.0.2.1'],
    ['１９２.0.2.1'],
  ])('%j is that of all who have no address', (written) => {
    expect(networkOf(written)).toBe('unknown');
    expect(wideNetworkOf(written)).toBe('unknown');
  });

  it('is a /48 for a day, and an IPv4 address as it is', () => {
    expect(wideNetworkOf('[2001:db8:1:2::9]:40001')).toBe('2001:db8:1::/48');
    expect(wideNetworkOf('192.0.2.1:40001')).toBe('192.0.2.1');
    expect(wideNetworkOf('2002:c000:201::9')).toBe('192.0.2.1');
  });
});

describe('an address in one spelling', () => {
  it.each([
    ['192.0.2.1:40001', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[2001:DB8:0:0::0009%eth0]:443', '2001:db8::9'],
    // An address that a network translated is not the one that a list of trusted proxies names.
    ['2002:a00:1::1', '2002:a00:1::1'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
  ])('%s is %s', (written, address) => {
    expect(addressOf(written)).toBe(address);
  });
});
