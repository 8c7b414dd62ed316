import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { AlertIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';
import type { StagedAnswer } from './agent-room.ts';

const reportSheet = lazyPart(() => import('./report-sheet.tsx').then((module) => module.ReportSheet));

/** Says what made the answers. */
export function disclosureText({ mode, model }: Pick<StagedAnswer, 'mode' | 'model'>, t: Translate): string {
  if (mode === 'automatic') return t('agent.disclosure.automatic');
  return t('agent.disclosure.model', { model: model ?? t('agent.disclosure.aModel') });
}

type AnswerFootProps = { answer: StagedAnswer; onStage?: boolean };

/** Shows below every answer what made it, what it rests on, and a button to report it. */
export function AnswerFoot({ answer, onStage = false }: AnswerFootProps): ReactNode {
  const t = useText();
  const [isReporting, setReporting] = useState(false);
  const ReportSheet = reportSheet.Component;
  const { source } = answer;
  return (
    <div className={`mt-2 text-caption font-semibold ${onStage ? 'text-center' : 'text-mute'}`}>
      <p className="text-pretty">{disclosureText(answer, t)}</p>
      <p className={`flex flex-wrap items-center gap-x-4 ${onStage ? 'justify-center' : ''}`}>
        {source ? <Source source={source} onStage={onStage} /> : null}
        <button
          type="button"
          className="press inline-flex min-h-11 items-center gap-1 font-bold"
          onPointerEnter={() => void reportSheet.preload()}
          onClick={() => setReporting(true)}
        >
          <AlertIcon size={14} />
          {t('agent.report')}
        </button>
      </p>
      {isReporting ? (
        <Suspense>
          <ReportSheet answerId={answer.answerId} onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Source({ source, onStage }: { source: NonNullable<StagedAnswer['source']>; onStage: boolean }): ReactNode {
  if (source.to === null) return <span>{source.text}</span>;
  return (
    <Link
      href={source.to}
      className={
        'press inline-flex min-h-11 items-center gap-0.5 font-bold underline ' + (onStage ? 'text-gold' : 'text-brand')
      }
    >
      {source.text}
      <NextIcon size={14} />
    </Link>
  );
}
