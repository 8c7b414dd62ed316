import { type ReactNode, Suspense, useState } from 'react';
import type { Standing } from '#/features/elections/standings.ts';
import { VoteSheet } from '#/features/ballots/vote-sheet.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { useTopUp } from './use-top-up.tsx';

const cheerSheet = lazyPart(() => import('#/features/cheers/cheer-sheet.tsx').then((module) => module.CheerSheet));
type SupportSheetProps = { activity: Activity; standing: Standing; onClose: () => void };

/** A fan's actions for one idol: vote, then cheer with tickets in a sheet loaded on demand. */
export function SupportSheet({ activity, standing, onClose }: SupportSheetProps): ReactNode {
  const t = useText();
  const [isCheering, setIsCheering] = useState(false);
  const voteTopUp = useTopUp('votes', activity.activityId);
  const ticketTopUp = useTopUp('tickets', activity.activityId);
  if (isCheering) {
    const { idolId, name, portraitUrl } = standing;
    const CheerSheet = cheerSheet.Component;
    return (
      <Suspense>
        <CheerSheet
          place={{ activityId: activity.activityId, idolId }}
          name={name}
          portraitUrl={portraitUrl}
          topUp={ticketTopUp.step}
          onClose={onClose}
        />
        {ticketTopUp.sheet}
      </Suspense>
    );
  }
  return (
    <>
      <VoteSheet
        activity={activity}
        standing={standing}
        onClose={onClose}
        topUp={voteTopUp.step}
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
      {voteTopUp.sheet}
    </>
  );
}
