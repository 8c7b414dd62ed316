import type { ReactNode } from 'react';
import { AlertIcon } from '../icons/first-icons.tsx';

export type FieldNoteProps = {
  /** What is wrong, in words; absent while nothing is. */
  error?: string | undefined;
  hint?: ReactNode;
};

/** Beneath a control: what is wrong with it, or else what helps to fill it in. */
export function FieldNote({ id, error, hint }: FieldNoteProps & { id: string }): ReactNode {
  if (error === undefined && hint === undefined) return null;
  return (
    <div id={id} className="mt-1.5 text-small">
      {error === undefined ? (
        <div className="text-mute">{hint}</div>
      ) : (
        <p className="flex items-start gap-1.5 text-brand">
          <AlertIcon size={16} className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  );
}
