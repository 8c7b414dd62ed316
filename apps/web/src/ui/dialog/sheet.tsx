import { type ReactNode, useId } from 'react';
import { type DialogContent, DialogFrame } from './dialog-frame.tsx';
import type { Closing } from './use-modal-dialog.ts';

type SheetProps = Closing & {
  title: ReactNode;
  /** Beside the title, on its left: a portrait or a symbol. */
  media?: ReactNode;
  /** Under the title. */
  subtitle?: ReactNode;
  children: DialogContent;
};

/** A modal sheet that rises from the bottom edge. */
export function Sheet({ title, media, subtitle, children, ...closing }: SheetProps): ReactNode {
  const titleId = useId();
  return (
    <DialogFrame closing={closing} className="sheet" titleId={titleId}>
      {(close) => (
        <div className="flex max-h-[inherit] flex-col rounded-t-card bg-surface pt-3 shadow-lift">
          <div aria-hidden="true" className="mx-auto mb-3 h-1.5 w-10 shrink-0 rounded-full bg-line" />
          <div
            className="min-h-0 overflow-y-auto overscroll-contain px-5"
            style={{ paddingBottom: 'calc(20px + var(--safe-bottom))' }}
          >
            <div className="flex items-center gap-4">
              {media}
              <div className="min-w-0">
                <h2 id={titleId} tabIndex={-1} className="text-section font-extrabold">
                  {title}
                </h2>
                {subtitle ? <div className="mt-1 text-small text-mute">{subtitle}</div> : null}
              </div>
            </div>
            {typeof children === 'function' ? children(close) : children}
          </div>
        </div>
      )}
    </DialogFrame>
  );
}
