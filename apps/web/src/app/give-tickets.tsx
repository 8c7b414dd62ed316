import { type ReactNode, Suspense, useState } from 'react';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { useTopUp } from './use-top-up.tsx';

const giftSheet = lazyPart(() => import('#/features/gifts/gift-sheet.tsx').then((module) => module.GiftSheet));
/** Opens the sheet to give tickets of the current election to another fan; nothing without an election. */
export function GiveTickets(): ReactNode {
  // Not the election of the address, which filters the records.
  const activityId = useConfig().data?.currentActivityId;
  return activityId ? <GiveTicketsOf activityId={activityId} /> : null;
}

function GiveTicketsOf({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const topUp = useTopUp('tickets', activityId);
  const [isOpen, setIsOpen] = useState(false);
  const GiftSheet = giftSheet.Component;
  return (
    <>
      <Button
        variant="soft"
        className="w-full"
        onPointerEnter={() => void giftSheet.preload()}
        onClick={() => setIsOpen(true)}
      >
        <GiftIcon size={18} />
        {t('records.give')}
      </Button>
      {isOpen ? (
        <Suspense>
          <GiftSheet activityId={activityId} topUp={topUp.step} onClose={() => setIsOpen(false)} />
          {topUp.sheet}
        </Suspense>
      ) : null}
    </>
  );
}
