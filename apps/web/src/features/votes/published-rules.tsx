import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Activity } from './voting-phase.ts';

type PublishedRulesProps = { activity: Activity; className?: string };

/** An election's window, rules and prizes, as they were published. */
export function PublishedRules({ activity, className = '' }: PublishedRulesProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { opensAt, closesAt, rules, prizes } = activity;
  return (
    <div className={className}>
      <p className="num rounded-tile bg-raise p-3.5 text-small font-semibold">
        {friendly(opensAt)} → {friendly(closesAt)}
      </p>
      <ol className="mt-4 space-y-3">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 text-small">
            <span className="num grid size-6 shrink-0 place-content-center rounded-full bg-brand-soft text-caption font-bold text-brand">
              {index + 1}
            </span>
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      {prizes.length > 0 ? (
        <>
          <h3 className="mt-6 mb-2 text-title font-bold">{t('rules.prizes')}</h3>
          <ul className="divide-y divide-line">
            {prizes.map(({ fromRank, toRank, title: prize }) => (
              <li key={`${fromRank} ${prize}`} className="flex items-center gap-3 py-2.5 text-small">
                <span className="num w-14 shrink-0 font-extrabold text-brand">
                  {fromRank === toRank ? `#${fromRank}` : `#${fromRank}–${toRank}`}
                </span>
                {prize}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
