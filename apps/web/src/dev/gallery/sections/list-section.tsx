import { type ReactNode, useState } from 'react';
import { TransportError } from '#/lib/api/api-error.ts';
import type { Page } from '#/lib/paging/page.ts';
import { type Paging, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { Section, Specimen, useSay } from '../section.tsx';

const answerMs = 400;
const lookMs = 2000;

type Source = {
  readonly total: number;
  /** How many were added at the head once the list had been loaded. */
  readonly added?: number;
  /** The page that fails once. */
  readonly failsOnceAt?: number;
};

/** Pages of numbers, as a server answers them after a moment. */
function makePages({ total: before, added = 0, failsOnceAt }: Source): (paging: Paging) => Promise<Page<number>> {
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
      note="The next page comes before the fan is at the end; where more of the screen stands below, on a press. Screen readers hear how far it goes, the keyboard goes on at the first new row, rows out of sight cost nothing, and a list that is read newest first counts what is new above it."
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

type VotesProps = { name: keyof typeof labels; source: Source; more: 'near-end' | 'on-press' };

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
    // A scrolling list of its own, so that the page has an end.
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
              <span className="num grid size-11 place-content-center rounded-full bg-raise text-small font-bold text-mute">
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
