import type { Standing } from '#/features/elections/standings.ts';

const names = [
  ['Mina Hoshino', '星野美奈'],
  ['Lumi Tang', '唐露米'],
  ['Aoi Shen', '沈葵'],
  ['Coco Lin', '林可可'],
  ['Yuna Ka', '夏悠奈'],
] as const;

const votes = [1_204_880, 1_159_576, 987_210, 640_118, 640_118];
const changes = [0, 2, -1, 1, 0];

/** Five idols whom nobody can vote for: a leader, gaps, a tie, places gained and lost. */
export const sampleStandings: readonly Standing[] = names.map(([english, chinese], index) => ({
  idolId: `sample-${index + 1}`,
  name: english,
  names: { en_US: english, zh_TW: chinese },
  number: index + 1,
  teamId: 'sample',
  profile: '',
  portraitUrl: `/art/v1/portraits/gallery-${index + 1}.svg`,
  votes: votes[index] ?? 0,
  rank: index === 4 ? 4 : index + 1,
  change: changes[index] ?? 0,
  leftInRound: null,
  gap: index === 0 ? null : { rank: Math.min(index, 4), votes: (votes[index - 1] ?? 0) - (votes[index] ?? 0) },
  isOver: false,
  hasWon: false,
}));
