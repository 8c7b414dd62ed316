import { type ReactNode, Suspense, useState } from 'react';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';

const giftSheet = lazyPart(() => import('#/features/gifts/gift-sheet.tsx').then((module) => module.GiftSheet));
const topUp = lazyPart(() => import('./top-up.tsx').then((module) => module.TopUp));

/** Opens the sheet to give tickets of the current election to another fan; nothing without an election. */
export function GiveTickets(): ReactNode {
  const t = useText();
  // Not the election of the address, which filters the records.
  const activityId = useConfig().data?.currentActivityId;
  const [isOpen, setIsOpen] = useState(false);
  if (!activityId) return null;
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
          <GiftSheet
            activityId={activityId}
            topUp={<topUp.Component need="tickets" activityId={activityId} />}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
