import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useZonedDates } from '../summary/use-zoned-dates.ts';
import { RuleSection } from './rule-section.tsx';
import type { RuleDocument } from './use-rule-set.ts';

/** The rounds of an election in their order; nothing where there is just one, which is the window itself. */
export function RuleRounds({ document: { rounds, tieRule, timeZone } }: { document: RuleDocument }): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  if (rounds.length === 1) return null;
  return (
    <RuleSection title={t('ruleSet.rounds')}>
      <ol className="divide-y divide-line">
        {rounds.map(({ opensAt, closesAt, goOn, carries }, index) => (
          <li key={opensAt} className="py-2.5 text-small">
            <p className="font-bold">{t('ruleSet.round', { round: index + 1 })}</p>
            <p className="num">
              {format(opensAt, 'moment')} → {format(closesAt, 'moment')}
            </p>
            {goOn === null ? null : (
              <p className="text-mute">
                {t(tieRule === 'sharedPlace' ? 'ruleSet.roundGoOnShared' : 'ruleSet.roundGoOn', { goOn })}{' '}
                {t(carries ? 'ruleSet.roundCarries' : 'ruleSet.roundZero')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </RuleSection>
  );
}
