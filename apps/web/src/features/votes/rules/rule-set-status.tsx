import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { LockIcon } from '#/ui/icons/more-icons.tsx';
import { useZonedDates } from '../summary/use-zoned-dates.ts';
import { frozenSince } from './frozen-since.ts';
import type { RuleSet } from './use-rule-set.ts';

/** Which version of the rules this is, and whether it can still change. */
export function RuleSetStatus({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { version, isFrozen, document } = ruleSet;
  const { format } = useZonedDates(document.timeZone);
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-small font-bold">
      <Badge tone={isFrozen ? 'ok' : 'warn'}>{t('ruleSet.version', { version })}</Badge>
      <span className={`inline-flex items-center gap-1.5 ${isFrozen ? 'text-ok' : 'text-warn'}`}>
        {isFrozen ? <LockIcon size={16} /> : null}
        {isFrozen
          ? t('ruleSet.frozen', { at: format(frozenSince(ruleSet), 'moment') })
          : t('ruleSet.open', { at: format(document.opensAt, 'moment') })}
      </span>
    </p>
  );
}
