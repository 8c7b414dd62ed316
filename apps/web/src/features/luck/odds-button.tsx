import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import type { Campaign } from './luck-queries.ts';

const oddsSheet = lazyPart(() => import('./odds-sheet.tsx').then((module) => module.OddsSheet));

/** The odds, one tap away; `look` replaces the look of a button in a card. */
export function OddsButton({ campaign, look }: { campaign: Campaign; look?: ReactNode }): ReactNode {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const OddsSheet = oddsSheet.Component;
  return (
    <>
      <button
        type="button"
        className={look ? 'press w-full' : `${buttonStyle('soft')} w-full`}
        onClick={() => setIsOpen(true)}
      >
        {look ?? (
          <>
            <InfoIcon size={18} />
            {t('box.odds')}
          </>
        )}
      </button>
      {isOpen ? (
        <Suspense>
          <OddsSheet campaign={campaign} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
