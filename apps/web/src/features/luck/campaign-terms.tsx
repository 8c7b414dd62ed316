import { type ReactNode, Suspense, useState } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { regionNames } from '#/lib/format/region-names.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import type { Packet, Campaign } from './luck-queries.ts';

/** Says who may take part, where not all fans may. */
export function LuckTerms({ terms }: { terms: Pick<Packet, 'minAccountAgeHours' | 'regions'> }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { minAccountAgeHours, regions } = terms;
  if (minAccountAgeHours === 0 && regions === null) return null;
  return (
    <ul className="space-y-1 text-small text-pretty text-mute">
      {minAccountAgeHours > 0 ? <li>{t('luck.minAge', { hours: minAccountAgeHours })}</li> : null}
      {regions ? <li>{t('luck.regions', { regions: regionNames(regions, languageType) })}</li> : null}
    </ul>
  );
}

const oddsSheet = lazyPart(() => import('./odds-sheet.tsx').then((module) => module.OddsSheet));

/** Shows the odds, one tap away; `look` replaces the look of a button in a card. */
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

const proofSheet = lazyPart(() => import('./proof/proof-sheet.tsx').then((module) => module.ProofSheet));

function isRevealed(campaign: Campaign): boolean {
  if (campaign.kind === 'raffle') return campaign.draw === 'drawn';
  return campaign.state === 'ended' || campaign.state === 'soldOut';
}

/** A raffle has one time: it is drawn when its entries close, at the first randomness after that. */
function promiseText(campaign: Campaign): 'proof.card.drand' | 'proof.card.raffle' | 'proof.card.text' {
  if (campaign.kind !== 'raffle') return 'proof.card.text';
  return campaign.beacon.commitment === null ? 'proof.card.drand' : 'proof.card.raffle';
}

/** Shows what was promised before anyone took part, and how to recompute it. */
export function FairCard({ campaign }: { campaign: Campaign }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isOpen, setIsOpen] = useState(false);
  const ProofSheet = proofSheet.Component;
  const { activityId } = campaign;
  const promise = campaign.kind === 'raffle' ? campaign.beacon.commitment : campaign.seed.commitment;
  const revealsAt = campaign.kind === 'raffle' ? campaign.closesAt : campaign.seed.revealsAt;
  return (
    <>
      <p className="text-small text-pretty text-mute">
        {isRevealed(campaign) ? t('proof.card.revealed') : t(promiseText(campaign), { when: friendly(revealsAt) })}
      </p>
      {promise === null ? null : (
        <p className="num mt-3 flex items-center gap-2 rounded-tile bg-raise p-3.5 text-small">
          <LockIcon size={18} className="text-mute" />
          <span className="min-w-0">
            <span className="block text-caption font-semibold text-mute">{t('proof.commitment')}</span>
            <span className="block break-all font-semibold">{promise}</span>
          </span>
        </p>
      )}
      <Button variant="soft" className="mt-3 w-full" onClick={() => setIsOpen(true)}>
        {t('proof.open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ProofSheet subject={{ activityId }} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
