import type { ReactNode } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ranksText, ruleLines } from './rule-lines.ts';
import { RuleRounds } from './rule-rounds.tsx';
import { RuleSection } from './rule-section.tsx';
import { RuleSetProof } from './rule-set-proof.tsx';
import { RuleSetStatus } from './rule-set-status.tsx';
import { RuleWindow } from './rule-window.tsx';
import type { RuleSet } from './use-rule-set.ts';

/** A rule set in words, made from the very document that its fingerprint is of. */
export function RuleSetView({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { document } = ruleSet;
  return (
    <>
      <RuleSetStatus ruleSet={ruleSet} />
      <RuleWindow document={document} />
      <RuleRounds document={document} />
      <dl className="mt-4 divide-y divide-line">
        {ruleLines(document, t).map(({ title, texts, cases = [] }) => (
          <div key={title} className="py-2.5 text-small">
            <dt className="font-bold">{title}</dt>
            <dd>
              {texts.join(languageType === 'zh_TW' ? '' : ' ')}
              {cases.length > 0 ? (
                <ul className="mt-1 list-disc space-y-1 pl-5">
                  {cases.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <RuleSection title={t('rules.prizes')}>
        <ul className="divide-y divide-line">
          {document.prizes.map(({ fromRank, toRank, title }) => (
            <li key={fromRank} className="flex items-center gap-3 py-2.5 text-small">
              <span className="num w-14 shrink-0 font-extrabold text-brand">{ranksText({ fromRank, toRank })}</span>
              {title[languageType]}
            </li>
          ))}
        </ul>
      </RuleSection>
      <RuleSection title={t('ruleSet.notes')}>
        <ol className="space-y-3">
          {document.notes.map((note, index) => (
            <li key={note[languageType]} className="flex gap-3 text-small">
              <span className="num grid size-6 shrink-0 place-content-center rounded-full bg-brand-soft text-caption font-bold text-brand">
                {index + 1}
              </span>
              <span>{note[languageType]}</span>
            </li>
          ))}
        </ol>
      </RuleSection>
      <RuleSection title={t('ruleSet.check')}>
        <RuleSetProof ruleSet={ruleSet} />
      </RuleSection>
    </>
  );
}
