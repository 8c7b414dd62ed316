import { type ReactNode, Suspense, useState } from 'react';
import type { Standing } from '#/features/elections/standings.ts';
import { VoteSheet } from '#/features/ballots/vote-sheet.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { HeartIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';

const orderSheet = lazyPart(() => import('./order-votes-sheet.tsx').then((module) => module.OrderVotesSheet));
const cheerSheet = lazyPart(() => import('#/features/cheers/cheer-sheet.tsx').then((module) => module.CheerSheet));
const topUp = lazyPart(() => import('./top-up.tsx').then((module) => module.TopUp));

type SupportSheetProps = { activity: Activity; standing: Standing; onClose: () => void };

/** A fan's actions for one idol: vote, then cheer with tickets or buy votes, in sheets loaded on demand. */
export function SupportSheet({ activity, standing, onClose }: SupportSheetProps): ReactNode {
  const t = useText();
  const [isCheering, setIsCheering] = useState(false);
  const [isBuying, setIsBuying] = useState(false);
  if (isBuying) {
    const OrderVotesSheet = orderSheet.Component;
    return (
      <Suspense>
        <OrderVotesSheet activityId={activity.activityId} onClose={() => setIsBuying(false)} />
      </Suspense>
    );
  }
  if (isCheering) {
    const { idolId, name, portraitUrl } = standing;
    const CheerSheet = cheerSheet.Component;
    return (
      <Suspense>
        <CheerSheet
          place={{ activityId: activity.activityId, idolId }}
          name={name}
          portraitUrl={portraitUrl}
          topUp={<topUp.Component need="tickets" activityId={activity.activityId} />}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  return (
    <VoteSheet
      activity={activity}
      standing={standing}
      onClose={onClose}
      topUp={
        <Suspense>
          <topUp.Component need="votes" activityId={activity.activityId} />
          <Button
            variant="quiet"
            className="mt-2 w-full"
            onPointerEnter={() => void orderSheet.preload()}
            onClick={() => setIsBuying(true)}
          >
            <HeartIcon size={20} />
            {t('votePack.open')}
          </Button>
        </Suspense>
      }
      otherWays={
        <Button
          variant="soft"
          className="mt-3 w-full"
          onPointerEnter={() => void cheerSheet.preload()}
          onClick={() => setIsCheering(true)}
        >
          <TicketIcon size={18} />
          {t('cheer.open')}
        </Button>
      }
    />
  );
}
