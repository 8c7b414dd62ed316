import { type ReactNode, useId } from 'react';
import { type DialogContent, DialogFrame } from './dialog-frame.tsx';
import type { Closing } from './use-modal-dialog.ts';

type ModalProps = Closing & { title: ReactNode; children: DialogContent };

/** A modal card in the middle of the screen, for a question or a short message. */
export function Modal({ title, children, ...closing }: ModalProps): ReactNode {
  const titleId = useId();
  return (
    <DialogFrame closing={closing} className="modal" titleId={titleId}>
      {(close) => (
        <div className="max-h-[inherit] overflow-y-auto overscroll-contain rounded-card bg-surface p-6 shadow-lift">
          <h2 id={titleId} tabIndex={-1} className="text-section font-extrabold">
            {title}
          </h2>
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </DialogFrame>
  );
}
