import { type ReactNode, useState } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { regionNames } from '#/lib/format/region-names.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { oddsOf, percentOf, type PrizeOdds, rareWithin } from './box/odds.ts';
import type { Campaign } from './luck-queries.ts';
import { PrizePicture } from './prizes.tsx';

type OddsSheetProps = { campaign: Campaign; onClose: () => void };

/** Shows every prize with its chance, and the rules, before anyone pays. */
export function OddsSheet({ campaign, onClose }: OddsSheetProps): ReactNode {
  const t = useText();
  const isRareNext = campaign.kind === 'box' && rareWithin(campaign) === 1;
  const odds = campaign.kind === 'raffle' ? null : oddsOf(campaign.prizes, isRareNext);
  return (
    <Sheet title={t('box.odds')} subtitle={campaign.title} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-5">
          <p className="flex items-start gap-2.5 rounded-tile bg-warn-soft p-3.5 text-small font-bold text-warn">
            <InfoIcon size={20} />
            {t(campaign.kind === 'box' ? 'box.noGuarantee' : 'draw.noGuarantee')}
          </p>
          {odds ? <Odds odds={odds} isRareNext={isRareNext} /> : <Places campaign={campaign} />}
          <Rules campaign={campaign} />
          <Document campaign={campaign} />
          <Button size="large" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function Odds({ odds, isRareNext }: { odds: readonly PrizeOdds[]; isRareNext: boolean }): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('box.oddsNow')}>
      <h3 className="text-body font-bold">{t('box.oddsNow')}</h3>
      <p className="mt-0.5 text-small text-pretty text-mute">{t(isRareNext ? 'box.oddsRareNext' : 'box.oddsHow')}</p>
      <ul className="mt-3 divide-y divide-line">
        {odds.map(({ prize, left, among }) => (
          <li key={prize.prizeId} className="flex items-center gap-3 py-2.5">
            <PrizePicture {...prize} width={44} className="h-14 w-11 shrink-0 rounded-control" />
            <div className="min-w-0 flex-1">
              <p className="text-small font-semibold text-pretty">
                {prize.title} {prize.isRare ? <Badge tone="warn">{t('box.rare')}</Badge> : null}
              </p>
              <p className="num text-caption text-mute">
                {t('box.prizeLeft', { left: prize.left, total: prize.total })}
              </p>
            </div>
            <p className="num shrink-0 text-right">
              <span className="block text-body font-extrabold">{percentOf(left, among)}</span>
              <span className="block text-caption text-mute">{t('box.oneIn', { left, among })}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A raffle draws each of its prizes once. */
function Places({ campaign }: { campaign: Campaign }): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('box.prizes')}>
      <ul className="divide-y divide-line">
        {campaign.prizes.map((prize) => (
          <li key={prize.prizeId} className="flex items-center gap-3 py-2.5">
            <PrizePicture {...prize} width={44} className="h-14 w-11 shrink-0 rounded-control" />
            <p className="min-w-0 flex-1 text-small font-semibold text-pretty">{prize.title}</p>
            <p className="num text-body font-extrabold">×{formatNumber(prize.total)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-pretty text-mute">{t('draw.oddsHow')}</p>
    </section>
  );
}

type TermLine = readonly [label: string, values: readonly string[]];

function Rules({ campaign }: { campaign: Campaign }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { languageType } = useEnvironment();
  const { opensAt, closesAt, minAccountAgeHours, regions } = campaign;
  const pity = campaign.kind === 'box' ? campaign.pity : null;
  const lines: readonly TermLine[] = [
    [t('box.rule.when'), [t('box.rule.fromTo', { from: friendly(opensAt), to: friendly(closesAt) })]],
    ...limitLines(campaign, t),
    ...(pity ? [[t('box.rule.rare'), [t('box.rule.rareText', { within: pity.within })]] satisfies TermLine] : []),
    [t('box.rule.regions'), [regions ? regionNames(regions, languageType) : t('box.rule.everywhere')]],
    [
      t('box.rule.age'),
      [minAccountAgeHours > 0 ? t('box.rule.ageText', { hours: minAccountAgeHours }) : t('box.rule.noLimit')],
    ],
  ];
  return (
    <section aria-label={t('box.rules')}>
      <h3 className="text-body font-bold">{t('box.rules')}</h3>
      <dl className="num mt-2 space-y-2 rounded-tile bg-raise p-4 text-small">
        {lines.map(([label, values]) => (
          // Several values have the lines beneath their name to themselves.
          <div key={label} className={values.length > 1 ? 'space-y-1' : 'flex justify-between gap-4'}>
            <dt className="shrink-0 text-mute">{label}</dt>
            {values.map((value) => (
              <dd key={value} className={`font-semibold text-pretty ${values.length > 1 ? '' : 'text-right'}`}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Says how often a fan may take part, and how attempts at a red envelope are earned. */
function limitLines(campaign: Campaign, t: Translate): readonly TermLine[] {
  if (campaign.kind !== 'envelope') {
    const { perFanLimit: limit } = campaign;
    return [[t('box.rule.limit'), [limit === null ? t('box.rule.noLimit') : t('box.rule.times', { limit })]]];
  }
  const { attemptRules } = campaign;
  return [
    [
      t('box.rule.earned'),
      attemptRules.map(({ by, each, most }) => t('box.rule.earnedText', { way: t(`draw.by.${by}`, { each }), most })),
    ],
    [t('box.rule.limit'), [t('box.rule.perDay', { limit: attemptRules.reduce((sum, { most }) => sum + most, 0) })]],
  ];
}

/** Shows the published document that these odds and rules are: it never changes, as its hash shows. */
function Document({ campaign: { odds } }: { campaign: Campaign }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isShown, setIsShown] = useState(false);
  if (!isShown) {
    return (
      <Button variant="quiet" className="w-full" onClick={() => setIsShown(true)}>
        {t('box.document')}
      </Button>
    );
  }
  return (
    <div className="rounded-tile border border-dashed border-line bg-bg p-4">
      <p className="num text-small font-semibold">
        {t('box.documentVersion', { version: odds.version, when: friendly(odds.publishedAt) })}
      </p>
      <p className="mt-2 text-caption font-semibold text-mute">SHA-256</p>
      <p className="num text-small break-all">{odds.hash}</p>
      <p className="mt-2 text-caption text-pretty text-mute">{t('box.documentText')}</p>
      <CopyButton className="mt-3" text={odds.hash} label={t('box.documentCopy')} />
    </div>
  );
}
