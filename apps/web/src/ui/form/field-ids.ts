import { useId } from 'react';
import type { FieldNoteProps } from './field-note.tsx';

type FieldIds = {
  readonly id: string;
  readonly noteId: string;
  /** What tells screen readers of the note beneath the control. */
  readonly told: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
};

/** The ids that tie a control to its label and its note. */
export function useFieldIds({ error, hint }: FieldNoteProps): FieldIds {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return {
    id,
    noteId,
    told: {
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': hasNote ? noteId : undefined,
    },
  };
}

/** The look of a control that text is entered in. */
export function controlStyle(error: string | undefined): string {
  const line = error === undefined ? 'border-line' : 'border-brand';
  return `min-h-13 w-full rounded-control border-2 bg-bg px-4 text-body placeholder:text-mute ${line}`;
}
