import { expect, test } from 'vitest';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { zonedDates } from '#/lib/format/zoned-date.ts';
import type { EventSummary } from '#/features/elections/events.ts';
import { shareCardAlt, shareCardContent } from './share-card-content.ts';

const t: Translate = (id, values) => String(values?.['podium'] ?? values?.['votes'] ?? id);

const row = (name: string, rank: number, votes: number): EventSummary['ranking'][number] => ({
  idolId: name,
  number: rank,
  name,
  teamId: 'team',
  portraitUrl: `/art/${name}.svg`,
  rank,
  votes,
  share: 0,
  gapToNext: null,
});

const summary: EventSummary = {
  activityId: '1004',
  title: 'Night Sky',
  subtitle: '',
  state: 'final',
  isFinal: true,
  opensAt: '2026-11-21T04:00:00Z',
  closesAt: '2026-11-21T08:00:00Z',
  timeZone: 'Asia/Taipei',
  takenAt: '2026-11-21T08:00:00Z',
  round: 1,
  roundState: 'final',
  frozenAt: null,
  totalVotes: 20,
  setAside: { quarantined: 0, released: 0, voided: 0 },
  voters: 2,
  ballots: 2,
  idolCount: 3,
  leaders: [],
  votesOverTime: [],
  busiestHour: null,
  ranking: [row('Mina', 1, 8), row('Lumi', 1, 8), row('Aoi', 3, 4), row('Coco', 4, 0)],
  earlierRounds: [],
  teams: [],
};

test('the card names two joint winners as such, in the picture and in words', () => {
  const content = shareCardContent(summary, t, zonedDates(summary.timeZone, 'en_US'));
  expect(content.podium.map(({ name, rank }) => [name, rank])).toEqual([
    ['Mina', 1],
    ['Lumi', 1],
    ['Aoi', 3],
  ]);
  expect(shareCardAlt(content, t)).toBe('1. Mina (8), 1. Lumi (8), 3. Aoi (4)');
});
