import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { type VotePack, useVotePacks } from './goods.ts';

type VotePackListProps = { activityId: string; onChoose: (pack: VotePack) => void };

/** Shows the vote packs of an activity, from small to large as the operator has put them. */
export function VotePackList({ activityId, onChoose }: VotePackListProps): ReactNode {
  const t = useText();
  const packs = useVotePacks(activityId);
  if (packs.isError && !packs.data) {
    return (
      <LoadError
        text={t('votePack.error')}
        error={packs.error}
        retrying={packs.isFetching}
        onRetry={() => void packs.refetch()}
      />
    );
  }
  if (!packs.data) return <RecordSkeleton />;
  if (packs.data.length === 0) return <Empty icon={HeartIcon} text={t('votePack.none')} />;
  return (
    <ul className="divide-y divide-line">
      {packs.data.map((pack) => (
        <li key={pack.goodsId}>
          <VotePackRow pack={pack} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function VotePackRow({ pack, onChoose }: { pack: VotePack; onChoose: (pack: VotePack) => void }): ReactNode {
  const t = useText();
  const { title, votes, bonusVotes, price, state } = pack;
  return (
    <article className="flex min-h-16 items-center gap-3 py-2.5">
      <span className="grid size-11 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
        <HeartIcon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="leading-snug font-bold text-pretty">{title}</h3>
        <p className="num flex flex-wrap items-center gap-1.5 text-small text-mute">
          {t('votePack.votes', { count: votes })}
          {bonusVotes > 0 ? <Badge tone="ok">{t('votePack.bonus', { bonus: bonusVotes })}</Badge> : null}
        </p>
      </div>
      {state === 'ended' ? (
        <span className="text-small font-bold text-mute">{t('mall.block.ended')}</span>
      ) : (
        <Button variant="soft" aria-label={t('votePack.buy', { title, points: price })} onClick={() => onChoose(pack)}>
          <StarIcon size={18} filled />
          <span className="num">{formatNumber(price)}</span>
        </Button>
      )}
    </article>
  );
}
