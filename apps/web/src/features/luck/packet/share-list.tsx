import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { givenText } from '#/features/luck/given.ts';
import type { LuckState, Packet } from '#/features/luck/luck-queries.ts';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { useSpanText } from './packet.ts';

const sharesRoute = 'GET /activity/api/v1/packet/getShares';

type GrabbedShare = DataOf<Contract[typeof sharesRoute]>['list'][number];

/** Others grab while the fan reads. The end of a packet brings the list at once. */
const whileOpenMs = 10_000;
/** More of the screen follows the list. */
const shownAtOnce = 10;

function useShares(packetId: string, state: LuckState): PagedList<GrabbedShare> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.luck, 'shares', packetId, accountId],
    order: 'other',
    fetchPage: (paging, signal) => call(sharesRoute, { query: { packetId, ...paging } }, { signal }),
    pageSize: shownAtOnce,
    refetchInterval: () => (state === 'open' ? whileOpenMs : false),
  });
}

/** Lists who got how much of a packet, the fastest first; once it is over, who was the luckiest. */
export function ShareList({ packet, state }: { packet: Packet; state: LuckState }): ReactNode {
  const t = useText();
  const pages = useShares(packet.packetId, state);
  const fastest = pages.data?.pages[0]?.list[0];
  const isOver = state === 'soldOut' || state === 'ended';
  return (
    <>
      {isOver && fastest ? <Records packet={packet} fastest={fastest} /> : null}
      <InfiniteList
        label={t('packet.shares')}
        pages={pages}
        errorText={t('packet.sharesError')}
        skeleton={<RecordSkeleton count={5} />}
        more="on-press"
        empty={<Empty icon={GiftIcon} text={t(isOver ? 'packet.sharesNone' : 'packet.sharesNotYet')} />}
        keyOf={({ place }) => String(place)}
        renderRow={(share) => <ShareRow packet={packet} share={share} />}
      />
    </>
  );
}

/** Shows the fastest and the luckiest fan. */
function Records({ packet, fastest }: { packet: Packet; fastest: GrabbedShare }): ReactNode {
  const t = useText();
  const spanText = useSpanText();
  const { luckiest, total, opensAt } = packet;
  return (
    <dl className="mb-2 grid grid-cols-2 gap-2.5">
      <Record
        label={t('packet.fastest')}
        name={fastest.nickname}
        detail={spanText(Date.parse(fastest.grabbedAt) - Date.parse(opensAt))}
      />
      {luckiest ? (
        <Record
          label={t('packet.luckiest')}
          name={luckiest.nickname}
          detail={givenText({ ...total, amount: luckiest.amount }, t)}
        />
      ) : null}
    </dl>
  );
}

function Record({ label, name, detail }: { label: string; name: string; detail: string }): ReactNode {
  return (
    <div className="min-w-0 rounded-tile bg-bg p-3.5">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="mt-0.5">
        <Name className="block truncate text-body font-bold">{name}</Name>
        <span className="num block text-small font-bold text-warn">{detail}</span>
      </dd>
    </div>
  );
}

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

function ShareRow({ packet, share }: { packet: Packet; share: GrabbedShare }): ReactNode {
  const t = useText();
  const spanText = useSpanText();
  const { place, nickname, avatarUrl, amount, grabbedAt, isMe, isLuckiest } = share;
  return (
    <div className="flex min-h-16 items-center gap-3 py-2">
      <span
        className={
          'num grid h-7 min-w-7 shrink-0 place-content-center rounded-full px-1 text-small font-extrabold ' +
          (medals[place] ?? 'text-mute')
        }
      >
        <span className="sr-only">{t('votes.rank', { rank: place })}</span>
        <span aria-hidden="true">{place}</span>
      </span>
      <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5">
          <Name className="truncate font-semibold">{nickname}</Name>
          {isMe ? <Badge tone="brand">{t('fanRanking.me')}</Badge> : null}
        </p>
        <p className="num text-caption text-mute">
          {t('packet.after', { span: spanText(Date.parse(grabbedAt) - Date.parse(packet.opensAt)) })}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <p className="num font-extrabold">+{formatNumber(amount)}</p>
        {isLuckiest ? (
          <p className="flex items-center justify-end gap-1 text-caption font-bold text-warn">
            <StarIcon size={14} filled />
            {t('packet.luckiest')}
          </p>
        ) : null}
      </div>
    </div>
  );
}
