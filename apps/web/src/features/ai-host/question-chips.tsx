import type { ReactNode } from 'react';

type QuestionChipsProps = {
  label: string;
  questions: readonly string[];
  disabled?: boolean;
  onPick: (question: string) => void;
};

/** Questions that the host knows, each a button. */
export function QuestionChips({ label, questions, disabled = false, onPick }: QuestionChipsProps): ReactNode {
  return (
    <>
      <p className="text-caption font-bold text-mute">{label}</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              aria-disabled={disabled || undefined}
              className="press inline-flex min-h-11 items-center rounded-full bg-raise px-4 py-1.5 text-left text-small font-semibold"
              onClick={() => {
                if (!disabled) onPick(question);
              }}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
