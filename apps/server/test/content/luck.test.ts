import { describe, expect, it } from 'vitest';
import { type Edit, problemsAfter } from './small-pack.ts';

const inLuck = (from: string | RegExp, to: string): Edit => ['luck.yaml', from, to];
const box = 'title: { en_US: Chest';
const prizeOfTickets = "- { id: few, title: { en_US: Few, zh_TW: 少 }, tickets: 1, activity: '7', count: 90 }";
const firstPrize = /- \{ id: few.*\}/;
const withTickets = [
  inLuck('{ POINT: 10000 }', '{ POINT: 10000, TICKET_7: 90 }'),
  inLuck(firstPrize, prizeOfTickets),
] as const;

const withLuckTask: readonly Edit[] = [
  ['tasks.yaml', 'type: 36', 'type: 103'],
  ['tasks.yaml', /    dwellSeconds: 5\n    links:\n.*\n/, ''],
];

type Refusal = readonly [what: string, edits: readonly Edit[], problem: string];

const ofFields: readonly Refusal[] = [
  [
    'an id that is a number, as ids of activities are',
    [inLuck('id: chest', "id: '42'")],
    'luck.yaml:15 boxes[0].id: is "42"; expected at most 40 lower-case letters, digits and hyphens, ' +
      'the first a letter, such as lunch-packet, without the ending of a time or version, ' +
      'such as -20261121-1230 or -v2',
  ],
  ['an id that ends like an occurrence', [inLuck('id: noon', 'id: noon-20261121-1230')], 'luck.yaml:5 packets[0].id: '],
  ['an id that ends like a version', [inLuck('id: chest', 'id: chest-v2')], 'luck.yaml:15 boxes[0].id: '],
  ['an id that is too long', [inLuck('id: chest', `id: ${'c'.repeat(41)}`)], 'luck.yaml:15 boxes[0].id: '],
  [
    'a budget of nothing',
    [inLuck('{ POINT: 10000 }', '{}')],
    'luck.yaml:3 budgets[0].amounts: is {}; expected a map from assets to amounts, such as { POINT: 50000 }',
  ],
  [
    'no schedule',
    [inLuck(/    schedule: \{ daily: \['12.*\n/, '')],
    'luck.yaml:5 packets[0].schedule: is missing; expected a map with opensAt and closesAt, ' +
      'or with afterStart, daily or weekly',
  ],
  [
    'a schedule of two forms',
    [inLuck('timeZone: Asia/Taipei, lasts: PT2H', 'timeZone: Asia/Taipei, lasts: PT2H, opensAt: -P1D')],
    'luck.yaml:13 packets[0].schedule.opensAt: is not a known field; expected one of daily, timeZone, lasts, until',
  ],
  [
    'a time of day that is none',
    [inLuck("'20:30'", "'24:30'")],
    `luck.yaml:13 packets[0].schedule.daily[1]: is "24:30"; expected a time of day in quotes, such as '20:30'`,
  ],
  [
    'a day of the week that is none',
    [inLuck('day: sunday', 'day: 7')],
    'luck.yaml:50 raffles[0].schedule.weekly.day: is 7; expected one of monday, tuesday, wednesday, ' +
      'thursday, friday, saturday, sunday',
  ],
  [
    'a schedule in no time zone',
    [inLuck('timeZone: Asia/Taipei, lasts: PT2H', 'lasts: PT2H')],
    'luck.yaml:13 packets[0].schedule.timeZone: is missing; expected an IANA time zone such as Asia/Taipei',
  ],
  [
    'more than a day of a day',
    [inLuck('lasts: PT2H', 'lasts: PT24H1M')],
    'luck.yaml:13 packets[0].schedule.lasts: is "PT24H1M"; expected a duration from PT1M to PT24H, such as PT2H',
  ],
  [
    'a start without a wait',
    [inLuck(/schedule: \{ daily: \['12.*\}/, 'schedule: { afterStart: PT0M, lasts: PT1H }')],
    'luck.yaml:13 packets[0].schedule.afterStart: is "PT0M"; expected a duration from PT1M to P7D, such as PT3M',
  ],
  [
    'more prizes than a phone can recompute',
    [inLuck('POINT: 10000', 'POINT: 10000000'), inLuck('count: 90', 'count: 99991')],
    'luck.yaml:26 boxes[0].prizes: has 100001 prizes in all; expected at most 100000',
  ],
  [
    'a region in words',
    [inLuck('regions: [TW, HK]', 'regions: [Taiwan]')],
    'luck.yaml:24 boxes[0].regions[0]: is "Taiwan"; ' +
      'expected a region in two capital letters after ISO 3166-1, such as TW',
  ],
  [
    'a guarantee at the first opening',
    [inLuck('rareWithin: 10', 'rareWithin: 1')],
    'luck.yaml:23 boxes[0].rareWithin: is 1; expected a whole number from 2 to 10000',
  ],
  [
    'more shares than a packet can have',
    [inLuck('shares: 20', 'shares: 20001')],
    'luck.yaml:12 packets[0].shares: is 20001; expected a whole number from 1 to 20000',
  ],
  [
    'a box without its odds',
    [inLuck(/    prizes:\n      - \{ id: few.*\n.*\n/, '')],
    'luck.yaml:15 boxes[0].prizes: is missing; expected a list of 1 to 50 prizes with their counts, which are the odds',
  ],
  [
    'a price for draws that are earned',
    [inLuck('    attempts:', '    price: 5\n    attempts:')],
    'luck.yaml:37 envelopes[0].price: is not a known field; expected one of id, title, description,',
  ],
  [
    'a list that is unknown',
    [inLuck('packets:', 'parcels:')],
    'luck.yaml:4 parcels: is not a known field; expected one of budgets, packets, boxes, envelopes, raffles',
  ],
];

const ofReferences: readonly Refusal[] = [
  [
    'an unknown budget',
    [inLuck('budget: fun', 'budget: fan')],
    'luck.yaml:9 packets[0].budget: is "fan", which is no budget of this pack; expected one of fun',
  ],
  [
    'an unknown activity',
    [inLuck(box, `activity: '8'\n    ${box}`)],
    'luck.yaml:17 boxes[0].activity: is "8", which is no activity of this pack; expected one of 7',
  ],
  [
    'tickets of an unknown activity',
    [inLuck(firstPrize, prizeOfTickets.replace("'7'", "'8'"))],
    'luck.yaml:27 boxes[0].prizes[0].activity: is "8", which is no activity of this pack; expected one of 7',
  ],
  [
    'an unknown NFT',
    [inLuck('points: 10,', 'nft: moon,')],
    'luck.yaml:27 boxes[0].prizes[0].nft: is "moon", which is no NFT of this pack; expected one of ',
  ],
  [
    'an id of another kind',
    [inLuck('id: chest', 'id: noon')],
    'luck.yaml:15 boxes[0].id: is "noon", which is a packet; expected an id of its own',
  ],
  [
    'an asset that nobody has',
    [inLuck('POINT: 10000', 'POINT: 10000, GOLD: 5')],
    'luck.yaml:3 budgets[0].amounts.GOLD: is of no asset of this pack; expected one of POINT, TICKET_7, VOTE_7',
  ],
  [
    'an asset that the budget does not have',
    [inLuck(firstPrize, prizeOfTickets)],
    'luck.yaml:20 boxes[0].budget: is "fun", which has no TICKET_7; expected a budget with all that is given',
  ],
  [
    'what costs more than the budget has',
    [inLuck('total: 500', 'total: 10001')],
    'luck.yaml:9 packets[0].budget: is "fun" with 10000 POINT, but once costs 10001; expected more',
  ],
  [
    'plans that cost more together',
    [inLuck('POINT: 10000', 'POINT: 4800')],
    'luck.yaml:48 raffles[0].budget: is "fun" with 4800 POINT, but once costs 1000, ' +
      '4900 with the plans before; expected more',
  ],
];

const ofSense: readonly Refusal[] = [
  [
    'a close before the opening',
    [inLuck('closesAt: +P1D', 'closesAt: -P2D')],
    'luck.yaml:25 boxes[0].schedule.closesAt: is not after opensAt; expected a later time',
  ],
  [
    'times out of order',
    [inLuck("['12:30', '20:30']", "['20:30', '12:30']")],
    'luck.yaml:13 packets[0].schedule.daily[1]: is "12:30" after "20:30"; expected times in order',
  ],
  [
    'times that overlap',
    [inLuck('lasts: PT2H', 'lasts: PT8H1M')],
    'luck.yaml:13 packets[0].schedule.lasts: is 481 minutes, but "20:30" comes 480 minutes after "12:30"; ' +
      'expected at most that',
  ],
  [
    'times that overlap at midnight',
    [inLuck("['12:30', '20:30']", "['01:00', '23:30']")],
    'luck.yaml:13 packets[0].schedule.lasts: is 120 minutes, but "01:00" comes 90 minutes after "23:30"; ' +
      'expected at most that',
  ],
  [
    'more shares than the packet has',
    [inLuck('total: 500', 'total: 19')],
    'luck.yaml:11 packets[0].total: is 19 for 20 shares; expected at least 1 for each',
  ],
  [
    'a prize named twice',
    [inLuck('id: many', 'id: few')],
    'luck.yaml:28 boxes[0].prizes[1].id: is "few" again; expected an id of its own in this list',
  ],
  [
    'a prize that gives two things',
    [inLuck('points: 10,', 'points: 10, nft: moon,')],
    'luck.yaml:27 boxes[0].prizes[0]: is {',
  ],
  ['tickets without their activity', [inLuck('points: 10,', 'tickets: 10,')], 'luck.yaml:27 boxes[0].prizes[0]: is {'],
  [
    'a guarantee without a rare prize',
    [inLuck(' rare: true,', '')],
    'luck.yaml:23 boxes[0].rareWithin: is there without a rare prize; expected at least one prize with rare: true',
  ],
  [
    'two check-ins a day',
    [inLuck('by: checkIn, each: 1, most: 1', 'by: checkIn, each: 1, most: 2')],
    'luck.yaml:38 envelopes[0].attempts[0].most: is 2; expected 1, because a day has one check-in',
  ],
  [
    'a way to earn that is there twice',
    [inLuck('by: checkIn', 'by: vote')],
    'luck.yaml:39 envelopes[0].attempts[1].by: is "vote" again; expected each way once',
  ],
  [
    'tickets after their activity',
    [...withTickets, inLuck('closesAt: +P1D', 'closesAt: +P1DT13H')],
    'luck.yaml:25 boxes[0].schedule.closesAt: is later than activity 7 closes; expected that time at the latest',
  ],
  [
    'tickets every day without an end',
    [inLuck('POINT: 10000', 'POINT: 10000, TICKET_7: 500'), inLuck('asset: POINT', 'asset: TICKET_7')],
    'luck.yaml:13 packets[0].schedule: does not say when it ends, ' +
      'but it gives tickets or votes of activity 7; expected an end',
  ],
  [
    'tickets until a date of another form',
    [
      inLuck('POINT: 10000', 'POINT: 10000, VOTE_7: 500'),
      inLuck('asset: POINT', 'asset: VOTE_7'),
      inLuck('lasts: PT2H', 'lasts: PT2H, until: 2030-01-01T00:00:00Z'),
    ],
    'luck.yaml:13 packets[0].schedule.until: is not written the way closesAt of activity 7 is; ' +
      'expected both as durations',
  ],
];

const ofLaw: readonly Refusal[] = [
  [
    'a box that names no regions',
    [inLuck('    regions: [TW, HK]\n', '')],
    'luck.yaml:15 boxes[0].regions: is missing; expected the regions in which the box may be sold, ' +
      'because their laws differ',
  ],
  [
    'entries for Points without a limit',
    [inLuck('price: 0', 'price: 10')],
    'luck.yaml:43 raffles[0].perFanLimit: is missing; expected the most entries of a fan, ' +
      'because the odds of an entry for Points depend on how many there can be',
  ],
  [
    'a task that is done by drawing often',
    [...withLuckTask, ['tasks.yaml', 'type: 103', 'type: 103\n    goal: 7']],
    'tasks.yaml:12 tasks[1].goal: is 7; expected no goal, because one participation completes a task of luck',
  ],
];

describe.each([
  ['fields', ofFields],
  ['references and budgets', ofReferences],
  ['what cannot be', ofSense],
  ['the law', ofLaw],
])('a pack is refused for %s', (_, refusals) => {
  it.each(refusals)('%s', async (_what, edits, problem) => {
    expect(await problemsAfter(...edits)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('a pack may', () => {
  it.each<readonly [string, readonly Edit[]]>([
    ['leave luck out', [inLuck(/^[^]+$/, '')]],
    ['have some of the lists', [inLuck(/^envelopes:[^]+/m, '')]],
    ['give tickets until the activity closes', [...withTickets, inLuck('closesAt: +P1D', 'closesAt: +P1DT12H')]],
    ['open a packet after the start', [inLuck(/\{ daily: \['12.*\}/, '{ afterStart: PT3M, lasts: PT1H }')]],
    ['sell entries with a limit', [inLuck('price: 0', 'price: 10\n    perFanLimit: 3')]],
    ['have tasks done by luck', withLuckTask],
  ])('%s', async (_, edits) => {
    expect(await problemsAfter(...edits)).toEqual([]);
  });
});
