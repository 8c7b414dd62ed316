import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useEventWindow } from '../summary/use-event-window.ts';
import type { RuleDocument } from './use-rule-set.ts';

/** From when to when: in the zone of the event, and where the fan's clock shows another time also in theirs. */
export function RuleWindow({ document }: { document: RuleDocument }): ReactNode {
  const t = useText();
  const { there, here } = useEventWindow(document);
  return (
    <dl>
      <dt className="text-caption font-semibold text-mute">{t('ruleSet.windowIn', { zone: there.zoneName })}</dt>
      <dd className="num text-small font-bold">{there.range}</dd>
      {here ? (
        <>
          <dt className="mt-2 text-caption font-semibold text-mute">
            {t('ruleSet.windowYours', { zone: here.zoneName })}
          </dt>
          <dd className="num text-small font-bold">{here.range}</dd>
        </>
      ) : null}
    </dl>
  );
}
