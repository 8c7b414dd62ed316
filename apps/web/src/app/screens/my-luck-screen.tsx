import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { givenText } from '#/features/luck/given.ts';
import { packetPath } from '#/features/luck/luck-queries.ts';
import { PrizePicture } from '#/features/luck/prizes.tsx';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useSession } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { CloverIcon } from '#/ui/icons/more-icons.tsx';
import { RecordList } from '#/ui/record-list.tsx';

const path = '/my-luck';
const luckRoute = 'GET /activity/api/v1/packet/getMyLuck';

type LuckRecord = DataOf<Contract[typeof luckRoute]>['list'][number];

/** Lists what packets, boxes and draws have brought the fan. */
export function MyLuckScreen(): ReactNode {
  const session = useSession();
  return session ? <MyLuck /> : <Redirect to={signInPath(path)} replace />;
}

function MyLuck(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('luckRecords.title')} subtitle={t('luckRecords.subtitle')} backTo="/me" />
      <div className="px-4">
        <div className="card">
          <Records />
        </div>
      </div>
    </>
  );
}

function useMyLuck(): PagedList<LuckRecord> {
  return useMyPagedList({
    queryKey: [...queryKeys.luck, 'mine'],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(luckRoute, { query }, { signal }),
  });
}

/** Returns the path of the screen on which it can be seen, and checked, again. */
function pathOf({ kind, subjectId }: LuckRecord): string {
  if (kind === 'packet') return packetPath({ packetId: subjectId });
  return `/${kind === 'box' ? 'box' : 'draw'}?activityId=${encodeURIComponent(subjectId)}`;
}

function Records(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <RecordList
      label={t('luckRecords.title')}
      pages={useMyLuck()}
      errorText={t('luckRecords.error')}
      empty={{
        icon: CloverIcon,
        text: t('luckRecords.none'),
        action: (
          <Link href="/activity" className={buttonStyle('primary')}>
            {t('luckRecords.toActivities')}
          </Link>
        ),
      }}
      keyOf={({ recordId }) => recordId}
      viewOf={(record) => ({
        media: <PrizePicture {...record} width={44} className="h-14 w-11 shrink-0 rounded-control" />,
        title: (
          <Link href={pathOf(record)} className="underline">
            {record.prizeTitle}
          </Link>
        ),
        detail: (
          <>
            <span className="block">{`${t(`luckRecords.kind.${record.kind}`)} · ${record.title}`}</span>
            {friendly(record.wonAt)}
          </>
        ),
        trailing: <Won record={record} />,
      })}
    />
  );
}

function Won({ record: { gives, serial } }: { record: LuckRecord }): ReactNode {
  const t = useText();
  if (gives) return <span className="num font-extrabold text-ok">+{givenText(gives, t)}</span>;
  if (serial === null) return null;
  return (
    <Link href="/my-orders" aria-label={`${t('luckRecords.serial', { serial })} · ${t('nft.toCollection')}`}>
      <Badge tone="brand">{t('luckRecords.serial', { serial })}</Badge>
    </Link>
  );
}
