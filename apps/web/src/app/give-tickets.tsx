import { type ReactNode, Suspense, useState } from 'react';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';

const giftSheet = lazyPart(() => import('#/features/gifts/gift-sheet.tsx').then((module) => module.GiftSheet));

/** Opens the sheet in which tickets of the deployment's current election are given to another fan; nothing where there is no election. */
export function GiveTickets(): ReactNode {
  const t = useText();
  // Not the election in the address: there it says whose records are shown.
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
          <GiftSheet activityId={activityId} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
