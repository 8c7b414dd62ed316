import { type ReactNode, useId } from 'react';
import { type Closing, useModalDialog } from './use-modal-dialog.ts';

type ModalProps = Closing & {
  title: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A modal card in the middle of the screen, for a question or a short message. */
export function Modal({ title, children, ...closing }: ModalProps): ReactNode {
  const titleId = useId();
  const { ref, close, onCancel, onClick } = useModalDialog(closing);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape is the key; the dialog handles it itself.
    <dialog ref={ref} className="modal" aria-labelledby={titleId} onCancel={onCancel} onClick={onClick}>
      <div className="rounded-card bg-surface p-6 shadow-lift">
        <h2 id={titleId} tabIndex={-1} className="text-section font-extrabold">
          {title}
        </h2>
        {typeof children === 'function' ? children(close) : children}
      </div>
    </dialog>
  );
}
