import type { ReactNode } from 'react';
import type { Question } from './quiz.ts';

type QuizOptionProps = {
  choice: Question['choice'];
  name: string;
  text: string;
  checked: boolean;
  onChange: () => void;
};

/** One option, all of it to press: a radio button where there can be only one, else a box to tick. */
export function QuizOption({ choice, name, text, checked, onChange }: QuizOptionProps): ReactNode {
  return (
    <label className="press flex min-h-14 items-center gap-3 rounded-tile border-2 border-line bg-bg px-4 py-3 has-checked:border-brand has-checked:bg-brand-soft has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-brand">
      <input
        type={choice === 'single' ? 'radio' : 'checkbox'}
        name={name}
        checked={checked}
        className="size-5 shrink-0 accent-brand"
        onChange={onChange}
      />
      <span className="min-w-0 text-body font-semibold">{text}</span>
    </label>
  );
}
