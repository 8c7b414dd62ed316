import { type ReactNode, useState } from 'react';
import { Section, Specimen, useSay } from '#/dev/gallery/section.tsx';
import type { Standing } from '#/features/elections/standings.ts';
import { RankingRow } from '#/features/rankings/ranking-row.tsx';
import { useEnvironment } from '#/lib/environment.ts';
import { Button } from '#/ui/button.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Podium } from '#/ui/podium.tsx';

/** Rankings. */
export function RankingSection(): ReactNode {
  const say = useSay();
  const { languageType } = useEnvironment();
  const [extraVotes, setExtraVotes] = useState(0);
  const standings = sampleStandings.map((standing, index) => ({
    ...standing,
    name: standing.names[languageType],
    votes: standing.votes + (index === 0 ? extraVotes : 0),
  }));
  return (
    <Section
      id="ranking"
      title="Ranking"
      note="Second, first, third, as seen from the hall; the steps rise 3-2-1. Every row says what it takes to climb, and numbers roll to their new value."
    >
      <Specimen name="Podium" on="stage">
        <div className="-mb-5">
          <Podium
            action="Vote"
            entries={standings.map(({ idolId, ...idol }) => ({ ...idol, id: idolId }))}
            onPick={() => setExtraVotes(extraVotes + 1234)}
          />
        </div>
        <LightstickCrowd />
      </Specimen>
      <Specimen name="Rows: my idol, a place lost, a place gained, a tie">
        <div className="divide-y divide-line">
          {standings.slice(1).map((standing, index) => (
            <RankingRow
              key={standing.idolId}
              standing={standing}
              teamColour={['#c9256c', '#6450e8', '#0b7a4b', '#d08448'][index]}
              isMine={index === 0}
              onVote={() => setExtraVotes(extraVotes + 1)}
            />
          ))}
        </div>
        <Button variant="soft" className="mt-4 w-full" onClick={() => setExtraVotes(extraVotes + 10_000)}>
          {say('10,000 more for the first', '為第一名加 10,000 票')}
        </Button>
      </Specimen>
    </Section>
  );
}

const names = [
  ['Mina Hoshino', '星野美奈'],
  ['Lumi Tang', '唐露米'],
  ['Aoi Shen', '沈葵'],
  ['Coco Lin', '林可可'],
  ['Yuna Ka', '夏悠奈'],
] as const;

const votes = [1_204_880, 1_159_576, 987_210, 640_118, 640_118];
const changes = [0, 2, -1, 1, 0];

/** Five idols without a vote button: a leader, gaps, a tie, places gained and lost. */
const sampleStandings: readonly Standing[] = names.map(([english, chinese], index) => ({
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
