import { type ReactNode, useState } from 'react';
import { TransportError } from '#/lib/api/api-error.ts';
import { type ListPage, type Paging, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import type { IdolStanding } from '#/features/elections/standings.ts';
import { RankingRow } from '#/features/rankings/ranking-list.tsx';
import { useEnvironment } from '#/lib/environment.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Podium } from '#/ui/podium.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

const answerMs = 400;
const lookMs = 2000;

type RowSource = {
  readonly total: number;
  /** The number of rows added at the head once the list had been loaded. */
  readonly added?: number;
  /** The page that fails once. */
  readonly failsOnceAt?: number;
};

/** Makes pages of numbers, as a server answers them after a moment. */
function makePages({
  total: before,
  added = 0,
  failsOnceAt,
}: RowSource): (paging: Paging) => Promise<ListPage<number>> {
  let hasFailed = false;
  let total = before;
  return async ({ pageNum, pageSize }) => {
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    if (pageNum === failsOnceAt && !hasFailed) {
      hasFailed = true;
      throw new TransportError('network', '/gallery');
    }
    const first = (pageNum - 1) * pageSize;
    // The added ones have numbers below 1, so that the others keep theirs.
    const list = Array.from(
      { length: Math.min(pageSize, total - first) },
      (_, index) => first + index + 1 - (total - before),
    );
    const page = { list, total, pageNum, pageSize };
    total = before + added;
    return page;
  };
}

/** Lists that go on as they are read. */
export function ListSection(): ReactNode {
  return (
    <Section
      id="lists"
      title="Infinite lists"
      note={
        'The next page comes before the fan is at the end; where more of the screen stands below, on a press. ' +
        'Screen readers hear how far it goes, the keyboard goes on at the first new row, ' +
        'rows out of sight cost nothing, and a list that is read newest first counts what is new above it.'
      }
    >
      <Specimen name="By itself near the end, 53 rows">
        <Votes name="by-itself" source={{ total: 53 }} more="near-end" />
      </Specimen>
      <Specimen name="On a press, 25 rows; the second page fails once">
        <Votes name="on-press" source={{ total: 25, failsOnceAt: 2 }} more="on-press" />
      </Specimen>
      <Specimen name="The first page fails once">
        <Votes name="failing" source={{ total: 3, failsOnceAt: 1 }} more="near-end" />
      </Specimen>
      <Specimen name="Newest first; three rows are added once it is loaded">
        <Votes name="growing" source={{ total: 25, added: 3 }} more="near-end" />
      </Specimen>
      <Specimen name="Without rows">
        <Votes name="none" source={{ total: 0 }} more="near-end" />
      </Specimen>
    </Section>
  );
}

type VotesProps = { name: keyof typeof labels; source: RowSource; more: 'near-end' | 'on-press' };

const labels = {
  'by-itself': ['Votes that load automatically', '自動載入的投票'],
  'on-press': ['Votes on a press', '按下後載入的投票'],
  failing: ['Votes that fail once', '載入失敗一次的投票'],
  growing: ['Votes that grow', '會增加的投票'],
  none: ['No votes', '沒有投票'],
} as const;

function Votes({ name, source, more }: VotesProps): ReactNode {
  const say = useSay();
  const [fetchPage] = useState(() => makePages(source));
  const pages = usePagedList({
    queryKey: ['gallery', name],
    order: source.added === undefined ? 'other' : 'newestFirst',
    fetchPage,
    pageSize: 10,
    ...(source.added !== undefined && { refetchInterval: () => lookMs }),
  });
  const [english, chinese] = labels[name];
  const label = say(english, chinese);
  return (
    // A separate scrolling list, so that the page has an end.
    <div className="max-h-80 overflow-y-auto">
      <InfiniteList
        label={label}
        pages={pages}
        more={more}
        keyOf={String}
        errorText={say('We couldn’t load your votes.', '無法載入投票紀錄。')}
        empty={<Empty icon={HeartIcon} text={say('You haven’t voted yet.', '還沒有投票紀錄。')} />}
        renderRow={(number) => (
          <RecordRow
            media={
              <span
                className={`num grid size-11 place-content-center rounded-full bg-raise text-small font-bold text-mute`}
              >
                {number}
              </span>
            }
            title={say(`Vote ${number}`, `第 ${number} 次投票`)}
            detail={say('November 21st, 14:05', '11月21日 14:05')}
            trailing={
              <Button
                variant="soft"
                className="w-11 px-0!"
                aria-label={say(`Receipt ${number}`, `第 ${number} 張收據`)}
              >
                <ReceiptIcon size={18} />
              </Button>
            }
          />
        )}
      />
    </div>
  );
}

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
      note={
        'Second, first, third, as seen from the hall; the steps rise 3-2-1. ' +
        'Every row says what it takes to climb, and numbers roll to their new value.'
      }
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
const sampleStandings: readonly IdolStanding[] = names.map(([english, chinese], index) => ({
  idolId: `sample-${index + 1}`,
  name: english,
  names: { en_US: english, zh_TW: chinese },
  number: index + 1,
  teamId: 'sample',
  profile: '',
  portraitUrl: `/art/v2/portraits/gallery-${index + 1}.svg`,
  votes: votes[index] ?? 0,
  rank: index === 4 ? 4 : index + 1,
  change: changes[index] ?? 0,
  leftInRound: null,
  gap: index === 0 ? null : { rank: Math.min(index, 4), votes: (votes[index - 1] ?? 0) - (votes[index] ?? 0) },
  isOver: false,
  hasWon: false,
}));
