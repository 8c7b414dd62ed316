import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useZonedDates } from '../summary/use-zoned-dates.ts';
import type { RuleDocument } from './use-rule-set.ts';

/** From when to when: in the zone of the event, and where the fan's clock shows another time also in theirs. */
export function RuleWindow({ document }: { document: RuleDocument }): ReactNode {
  const t = useText();
  const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const there = useZonedDates(document.timeZone);
  const here = useZonedDates(ownZone);
  const range = ({ format }: typeof there) =>
    `${format(document.opensAt, 'moment')} → ${format(document.closesAt, 'moment')}`;
  return (
    <dl>
      <dt className="text-caption font-semibold text-mute">{t('ruleSet.windowIn', { zone: there.zoneName })}</dt>
      <dd className="num text-small font-bold">{range(there)}</dd>
      {range(here) === range(there) ? null : (
        <>
          <dt className="mt-2 text-caption font-semibold text-mute">
            {t('ruleSet.windowYours', { zone: here.zoneName })}
          </dt>
          <dd className="num text-small font-bold">{range(here)}</dd>
        </>
      )}
    </dl>
  );
}
