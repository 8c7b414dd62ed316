import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { type Closing, useModalDialog } from './use-modal-dialog.ts';

/** What stands in a dialog; as a function it is given the means to close it. */
export type DialogContent = ReactNode | ((close: () => void) => ReactNode);

type DialogFrameProps = {
  closing: Closing;
  className: string;
  titleId: string;
  children: (close: () => void) => ReactNode;
};

/**
 * The native dialog itself, at the end of the page: an element that React moves, together with the list row that it
 * was opened from, would fall out of the browser's top layer.
 */
export function DialogFrame({ closing, className, titleId, children }: DialogFrameProps): ReactNode {
  const { ref, close } = useModalDialog(closing);
  return createPortal(
    <dialog
      ref={ref}
      className={className}
      aria-labelledby={titleId}
      closedby={closing.closable === false ? 'none' : 'closerequest'}
    >
      {children(close)}
    </dialog>,
    document.body,
  );
}
