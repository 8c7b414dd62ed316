import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { MyVotes, VoteLimits } from './vote-limits.ts';

/** Which limit of the election ends what the fan may give, when it is not what they have. */
export function LimitNote({ mine, limits }: { mine: MyVotes; limits: VoteLimits }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { reachable, leftNow: left, narrowest } = limits;
  if (!narrowest || reachable < left) return null;
  const text =
    narrowest === 'ending'
      ? t('vote.limit.ending', { left, until: friendly(mine.left.ending?.until ?? '') })
      : t(narrowest === 'dailyCap' ? 'vote.limit.dailyCap' : 'vote.limit.paidShare', { left });
  return <p className="num text-small text-mute">{text}</p>;
}
