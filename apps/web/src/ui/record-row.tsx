import type { ReactNode } from 'react';

type RecordRowProps = { media: ReactNode; title: ReactNode; detail: ReactNode; trailing: ReactNode };

/** One line of a history: what, when, how much. */
export function RecordRow({ media, title, detail, trailing }: RecordRowProps): ReactNode {
  return (
    <div className="flex min-h-16 items-center gap-3 py-2.5">
      {media}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="num text-caption text-mute">{detail}</p>
      </div>
      <div className="shrink-0 text-right">{trailing}</div>
    </div>
  );
}
