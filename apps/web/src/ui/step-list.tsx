import type { ReactNode } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';

export type ExplainedStep = { readonly title: MessageId; readonly text: MessageId };

/** Explains how something goes, step by step. */
export function StepList({ steps }: { steps: readonly ExplainedStep[] }): ReactNode {
  const t = useText();
  return (
    <ol className="space-y-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3.5">
          <span
            aria-hidden="true"
            className="action num grid size-9 shrink-0 place-content-center rounded-full text-small font-extrabold"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-1">
            <p className="text-body font-bold">{t(title)}</p>
            <p className="mt-0.5 text-small text-pretty text-mute">{t(text)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
