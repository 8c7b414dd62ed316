import { type ReactNode, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Chip } from '#/ui/chip.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { StarIcon, CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { AmountChip } from '#/ui/amount-chip.tsx';
import { Badge } from '#/ui/badge.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { RecordRow, RecordSkeleton } from '#/ui/record-row.tsx';
import { OpensSoon } from '#/ui/opens-soon.tsx';
import { TransportError } from '#/lib/api/api-error.ts';
import { Empty } from '#/ui/empty.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { PodiumSkeleton } from '#/ui/podium.tsx';
import { ToastCard } from '#/ui/toast/toaster.tsx';
import { showToast, type Toast } from '#/ui/toast/toast-store.ts';
import { Section, Specimen, useSay } from '../section.tsx';

export function ButtonSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="buttons"
      title="Buttons"
      note={
        'A button says what it does: “Cast 10 votes”, never “OK” for something that spends. ' +
        'One primary button in sight; at least 44 px to touch, 56 px for the large one.'
      }
    >
      <Specimen name="Large: the one thing to do on a screen or sheet">
        <div className="space-y-3">
          <Button size="large">
            <HeartIcon size={20} />
            {say('Cast 10 votes', '投出 10 票')}
          </Button>
          <Button size="large" variant="soft">
            {say('Not now', '稍後再說')}
          </Button>
        </div>
      </Specimen>
      <Specimen name="Medium: primary, soft, quiet">
        <div className="flex flex-wrap gap-3">
          <Button>{say('Vote', '投票')}</Button>
          <Button variant="soft">{say('Receipt', '收據')}</Button>
          <Button variant="quiet">{say('Skip', '略過')}</Button>
        </div>
      </Specimen>
      <Specimen name="Busy keeps its focus and takes no press; disabled says that it cannot be pressed now">
        <div className="flex flex-wrap gap-3">
          <Button busy>{say('Casting', '投票中')}</Button>
          <Button disabled>{say('Sold out', '已兌完')}</Button>
          <CopyButton text="Lightstick" label={say('Copy', '複製')} />
        </div>
      </Specimen>
      <Specimen name="Glass, on a stage" on="stage">
        <Button variant="glass">
          <StarIcon size={18} />
          {say('Rules', '規則')}
        </Button>
      </Specimen>
      <Specimen name="Chips: filters that are on or off" on="page" wide>
        <Teams />
      </Specimen>
    </Section>
  );
}

function Teams(): ReactNode {
  const say = useSay();
  const [chosen, setChosen] = useState(0);
  const teams = [say('Everyone', '全部'), say('Team Firefly', '螢火隊'), say('Team Comet', '彗星隊')];
  return (
    <div role="group" aria-label={say('Teams', '隊伍')} className="scroll-row gap-2">
      {teams.map((team, index) => (
        <Chip key={team} pressed={index === chosen} onPress={() => setChosen(index)}>
          {team}
        </Chip>
      ))}
    </div>
  );
}

export function CardSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="cards"
      title="Cards and badges"
      note="A card holds one subject. Radius 28 for cards and sheets, 16 for what lies in them, 12 for controls."
    >
      <Specimen name="Card, with progress" on="page">
        <div className="card">
          <p className="text-title font-bold">{say('Today’s tasks', '今日任務')}</p>
          <p className="num mt-1 mb-3 text-small text-mute">{say('3 of 5 done', '已完成 3 / 5')}</p>
          <ProgressBar label={say('Tasks done', '已完成的任務')} done={3} total={5} />
        </div>
      </Specimen>
      <Specimen name="A line of a record">
        <RecordRow
          media={
            <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
              <TicketIcon size={20} />
            </span>
          }
          title={say('Ticket bundle ×2', '投票券套組 ×2')}
          detail={say('November 21st, 14:05', '11月21日 14:05')}
          trailing={<span className="num font-extrabold text-ok">+10</span>}
        />
      </Specimen>
      <Specimen name="Badges: one or two words">
        <div className="flex flex-wrap gap-3">
          <Badge tone="brand">{say('My idol', '我的偶像')}</Badge>
          <Badge tone="ok">{say('Free', '免費')}</Badge>
          <Badge tone="warn">{say('Soon', '即將開放')}</Badge>
          <Badge tone="quiet">{say('Ended', '已結束')}</Badge>
        </div>
      </Specimen>
      <Specimen name="Balances">
        <div className="flex flex-wrap gap-3">
          <AmountChip icon={StarIcon} amount={1280} unit={say('Points', '點數')} />
          <span
            className={
              'inline-flex min-h-9 items-center gap-1.5 rounded-full ' +
              'bg-ok-soft px-3 text-small font-semibold text-ok'
            }
          >
            <CheckIcon size={16} />
            {say('3 free today', '今日免費 3 票')}
          </span>
        </div>
      </Specimen>
    </Section>
  );
}

const noConnection = new TransportError('network', '/activity/api/v1/vote/voteRecord');

export function StateSection(): ReactNode {
  const say = useSay();
  const [retrying, setRetrying] = useState(false);
  return (
    <Section
      id="states"
      title="States"
      note={
        'Skeletons have the final geometry and wait 120 ms before they are seen. Empty: ' +
        'one sentence, one action. Failed: what, why, and Retry.'
      }
    >
      <Specimen name="Loading, on a card">
        <RecordSkeleton />
      </Specimen>
      <Specimen name="Loading, on a stage" on="stage">
        <LoadingRegion>
          <PodiumSkeleton />
        </LoadingRegion>
      </Specimen>
      <Specimen name="Empty">
        <Empty
          icon={HeartIcon}
          text={say('You haven’t voted yet. Your idol is waiting.', '還沒有投票紀錄，你的偶像正在等你。')}
          action={<Button>{say('See the ranking', '前往排行榜')}</Button>}
        />
      </Specimen>
      <Specimen name="Failed">
        <LoadError
          text={say('We couldn’t load your votes.', '無法載入投票紀錄。')}
          error={noConnection}
          retrying={retrying}
          onRetry={() => setRetrying(!retrying)}
        />
      </Specimen>
      <Specimen name="Stay tuned: opens later, without a promised date" on="page">
        <OpensSoon action={<Button variant="soft">{say('Back to home', '回到首頁')}</Button>}>
          {say(
            'The song list comes soon. Until then, listen to last year’s.',
            '歌單即將公布，在那之前先聽聽去年的歌。',
          )}
        </OpensSoon>
      </Specimen>
    </Section>
  );
}

type Draft = Omit<Toast, 'id'>;

function useDrafts(): readonly Draft[] {
  const say = useSay();
  return [
    { kind: 'success', title: say('+20 Points', '+20 點數'), detail: say('Visit the mall', '逛逛商城') },
    { kind: 'notice', title: say('A new version is ready', '新版本已就緒') },
    { kind: 'warning', title: say('Your session has expired', '登入已過期') },
    {
      kind: 'error',
      title: say('Service Unavailable', '服務暫時無法使用'),
      detail: say('Lots of fans are here right now. Please try again in a moment.', '目前人潮眾多，請稍後再試。'),
      path: '/activity/api/v1/vote/doVote',
      requestId: 'req-7f3a',
    },
  ];
}

export function ToastSection(): ReactNode {
  const say = useSay();
  const drafts = useDrafts();
  const names = [say('Success', '成功'), say('Notice', '通知'), say('Warning', '警告'), say('Error', '錯誤')];
  return (
    <Section
      id="toasts"
      title="Toasts"
      note={
        '40 px from the top, 4.5 s, at most three. The clock stands still while a toast is pointed at or has ' +
        'the focus, and while the page is hidden. Errors are announced at once; an empty message is not shown.'
      }
    >
      <Specimen name="Show each">
        <div className="flex flex-wrap gap-3">
          {drafts.map((draft, index) => (
            <Button key={draft.kind} variant="soft" onClick={() => showToast(draft)}>
              {names[index]}
            </Button>
          ))}
          <Button variant="soft" onClick={() => drafts.forEach(showToast)}>
            {say('All four', '四則')}
          </Button>
          <Button variant="soft" onClick={() => showToast({ kind: 'error', title: say('Error', '錯誤'), detail: '' })}>
            {say('An empty message', '空白訊息')}
          </Button>
        </div>
      </Specimen>
      <Specimen name="The four kinds" on="page">
        <div className="space-y-3">
          {drafts.map((draft, index) => (
            // Ids below zero: none of these is ever in the store.
            <ToastCard key={draft.kind} toast={{ ...draft, id: -1 - index }} />
          ))}
        </div>
      </Specimen>
    </Section>
  );
}
