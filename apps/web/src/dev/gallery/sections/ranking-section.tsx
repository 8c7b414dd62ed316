import { type ReactNode, useState } from 'react';
import { RankingRow } from '#/features/rankings/ranking-row.tsx';
import { useEnvironment } from '#/lib/environment.ts';
import { Podium } from '#/ui/podium.tsx';
import { Button } from '#/ui/button.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { sampleStandings } from '../sample-standings.ts';
import { Section, Specimen } from '../section.tsx';
import { useSay } from '../use-say.ts';

/** Who is where. */
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
