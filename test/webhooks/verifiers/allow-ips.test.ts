import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllowIpsOptions, allowIps } from '../../../src/webhooks/verifiers/allow-ips.ts';
import { delivery, mistakesOf } from './deliveries.ts';

const from = (remoteAddress: string | undefined) => delivery({}, remoteAddress === undefined ? {} : { remoteAddress });
const lets = (ranges: string | readonly string[], address: string | undefined) =>
  allowIps({ ranges, proxyHops: 0 }).verify(from(address));

describe('an address at the other end of the socket', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.0', '192.0.1.255'],
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['203.0.113.7/32', '203.0.113.7', '203.0.113.6'],
    ['0.0.0.0/0', '255.255.255.255', '::1'],
    ['128.0.0.0/1', '128.0.0.0', '127.255.255.255'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::'],
    ['2001:DB8::7', '2001:0db8:0:0:0:0:0:7', '2001:db8::8'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1%eth0'],
    ['::1', '::1', '127.0.0.1'],
    ['::/0', '::', '0.0.0.0'],
    ['64:ff9b::/96', '64:ff9b::192.0.2.1', '64:ff9b:0:0:0:1:192.0.2.1'],
    // IPv4 written as IPv6, as dual-stack sockets give it.
    ['192.0.2.0/24', '::ffff:192.0.2.9', '::ffff:192.0.3.9'],
    ['192.0.2.128/25', '::ffff:192.0.2.255', '::ffff:192.0.2.127'],
    ['192.0.2.0/24', '::ffff:c000:209', '::fffe:c000:209'],
    ['::ffff:192.0.2.0/120', '192.0.2.9', '192.0.3.9'],
    ['::ffff:192.0.2.9', '192.0.2.9', '::192.0.2.9'],
    ['::ffff:0:0/96', '198.51.100.1', '::1'],
  ])('in %s is believed when it is %s and not when it is %s', (range, inside, outside) => {
    expect([lets(range, inside), lets(range, outside)]).toEqual([true, false]);
  });

  test('may be in any of the ranges', () => {
    expect(
      ['10.1.2.3', '2001:db8::1', '203.0.113.7', '203.0.113.8'].map((ip) =>
        lets(['10.0.0.0/8', '2001:db8::/32', '203.0.113.7'], ip),
      ),
    ).toEqual([true, true, true, false]);
  });

  test.each([
    undefined,
    '',
    'localhost',
    '010.0.0.1',
    '10.0.0.1:80',
    '10.0.0',
    '10.0.0.256',
    '[::1]',
    '::1/128',
    ' 10.0.0.1',
    '10.0.0.1%eth0',
  ])('that is %j is not believed, whatever is allowed', (address) => {
    expect(lets(['0.0.0.0/0', '::/0'], address)).toBe(false);
  });

  test.each([[['10.0.0.1']], [['::1']], [{ toString: () => '10.0.0.1' }], [167_772_161], [null]])(
    'that is no text is not believed: %j',
    (address) => {
      expect(lets(['0.0.0.0/0', '::/0'], address as unknown as string)).toBe(false);
    },
  );

  test('is not believed from a header', () => {
    const spoofed = delivery(
      { 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '10.0.0.1', forwarded: 'for=10.0.0.1' },
      { remoteAddress: '192.0.2.1' },
    );
    expect(allowIps({ ranges: '10.0.0.0/8', proxyHops: 0 }).verify(spoofed)).toBe(false);
  });

  test.each([
    ['ipv4', 32, fc.ipV4()],
    ['ipv6', 128, fc.ipV6()],
  ] as const)('is judged as Node judges it: %s', (family, bits, ip) => {
    fc.assert(
      fc.property(ip, ip, fc.nat(bits), (network, address, prefix) => {
        // The network of the range, as the mistake names it.
        const [mistake] = mistakesOf(() => allowIps({ ranges: `${network}/${prefix}`, proxyHops: 0 }));
        const range = mistake ? (/write (\S+)/.exec(mistake)?.[1] as string) : `${network}/${prefix}`;
        fc.pre(
          !range.startsWith('holds') &&
            !/^(0:){5}ffff|^::ffff/i.test(`${network}`) &&
            !/^(0:){5}ffff|^::ffff/i.test(address),
        );
        const judge = new BlockList();
        judge.addSubnet(network, prefix, family);
        expect(lets(range, address)).toBe(judge.check(address, family));
        expect(lets(range, network)).toBe(true);
      }),
    );
  });
});

describe('behind proxies', () => {
  const behind = (proxyHops: number, forwarded: string | readonly string[], remoteAddress = '192.0.2.80') =>
    allowIps({ ranges: ['203.0.113.0/24', '2001:db8::/32'], proxyHops }).verify(
      delivery({ 'x-forwarded-for': forwarded }, { remoteAddress }),
    );

  test('the n-th address from the right is the one that was written by the n-th proxy', () => {
    const forwarded = '198.51.100.9, 203.0.113.7, 192.0.2.80';
    expect([1, 2, 3, 4].map((hops) => behind(hops, forwarded))).toEqual([false, true, false, false]);
  });

  test('what the sender wrote before is not believed, nor does it do harm', () => {
    expect(behind(1, '203.0.113.7, 198.51.100.9')).toBe(false);
    expect(behind(1, `${'nonsense, <script>, ,,,'.repeat(50)}, 203.0.113.7`)).toBe(true);
  });

  test('headers that came one by one count as one', () => {
    expect(behind(2, ['198.51.100.9', '203.0.113.7', '192.0.2.80'])).toBe(true);
  });

  test('the address of the socket is that of a proxy, and counts for nothing', () => {
    expect(behind(1, '198.51.100.9', '203.0.113.7')).toBe(false);
    expect(behind(1, '203.0.113.7', 'unix:')).toBe(true);
  });

  test.each([
    '203.0.113.7:4711',
    '[2001:db8::1]:4711',
    '[2001:db8::1]',
    '2001:db8::1',
    '::ffff:203.0.113.7',
    '  203.0.113.7  ',
  ])('an entry may be %s', (entry) => {
    expect(behind(1, `198.51.100.9,${entry}`)).toBe(true);
  });

  test.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113.7:',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '[203.0.113',
    '"203.0.113.7"',
    'for=203.0.113.7',
    '203.0.113',
  ])('an entry %j is no address', (entry) => {
    expect(behind(1, `203.0.113.7, ${entry}`)).toBe(false);
    // Also of a proxy nearer to the receiver than the one that is asked for.
    expect(behind(2, `203.0.113.7, ${entry}`)).toBe(false);
  });

  test('with fewer entries than proxies no delivery is believed', () => {
    expect([
      behind(2, '203.0.113.7'),
      behind(1, ''),
      allowIps({ ranges: '0.0.0.0/0', proxyHops: 1 }).verify(from('10.0.0.1')),
    ]).toEqual([false, false, false]);
  });

  test.each([undefined, null, 5, ['203.0.113.7']])('headers that give %j are no list of addresses', (value) => {
    const odd = {
      headers: { get: () => value as unknown as string },
      rawBody: new Uint8Array(),
      remoteAddress: '203.0.113.7',
    };
    expect(allowIps({ ranges: '203.0.113.7', proxyHops: 1 }).verify(odd)).toBe(false);
  });
});

describe('allowIps refuses', () => {
  const misuse = (options: unknown) => mistakesOf(() => allowIps(options as AllowIpsOptions));
  const wrongRange = (ranges: unknown) => misuse({ ranges, proxyHops: 0 });

  test.each([-1, 1.5, '1', undefined, null, Number.NaN, Number.POSITIVE_INFINITY])('%j proxies', (proxyHops) => {
    expect(misuse({ ranges: '10.0.0.0/8', proxyHops })).toEqual([
      expect.stringMatching(/^proxyHops: .* a whole number of your proxies before the receiver, 0 or more$/),
    ]);
  });

  test('to be without ranges', () => {
    expect(wrongRange([])).toEqual([
      'ranges: must be at least one address or range: ask whose address the deliveries come from',
    ]);
    expect([undefined, null, '', [undefined]].flatMap(wrongRange)).toEqual(
      ['ranges', 'ranges', 'ranges', 'ranges.0'].map((path) => `${path}: is empty: is the environment variable set?`),
    );
    expect(misuse(undefined)).toHaveLength(2);
  });

  test.each([
    '10.0.0',
    'example.com',
    '10.0.0.0/8/8',
    '10.0.0.0-10.0.0.9',
    '10.0.0.0/8,10.1.0.0/16',
    'fe80::1%eth0',
    'fe80::%eth0/10',
    '010.0.0.0/8',
    ' 10.0.0.1',
  ])('%j, which is no range', (range) => {
    expect(wrongRange(range)).toEqual([
      'ranges: must be an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32',
    ]);
  });

  test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8.0', '10.0.0.0/255.0.0.0'])(
    '%j, which has no prefix of IPv4',
    (range) => {
      expect(wrongRange(range)).toEqual(['ranges: must have a prefix of 0 to 32 bits']);
    },
  );

  test('a prefix longer than an IPv6 address', () => {
    expect(wrongRange('2001:db8::/129')).toEqual(['ranges: must have a prefix of 0 to 128 bits']);
  });

  test.each([
    ['10.0.0.5/8', '10.0.0.0/8'],
    ['192.0.2.1/31', '192.0.2.0/31'],
    ['2001:db8::1/32', '2001:db8:0:0:0:0:0:0/32'],
    ['::ffff:10.0.0.5/104', '10.0.0.0/8'],
  ])('%s, which may mean one address or many, and says what the many are', (range, network) => {
    expect(wrongRange(range)).toEqual([
      `ranges: has bits beyond its prefix: write ${network} for the range, or the address without a prefix`,
    ]);
  });

  test('IPv4 hidden in a wide range of IPv6', () => {
    expect(wrongRange('::ffff:0:0/80')).toEqual(['ranges: holds all of IPv4 and more: write IPv4 ranges as IPv4']);
  });

  test('every mistake at once', () => {
    expect(
      misuse({ ranges: ['10.0.0.0/8', 'x', 7, undefined], hops: 1 }).map((mistake) => mistake.split(':')[0]),
    ).toEqual(['hops', 'ranges.1', 'ranges.2', 'ranges.3', 'proxyHops']);
  });
});
