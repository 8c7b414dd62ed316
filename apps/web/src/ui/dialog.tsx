import { type ReactNode, useId, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '#/lib/i18n/use-text.ts';
import { CloseIcon } from './icons/shell-icons.tsx';
import { type DialogCallbacks, useModalDialog } from './use-modal-dialog.ts';

/** The content of a dialog; a function gets the close callback. */
type DialogContent = ReactNode | ((close: () => void) => ReactNode);

type DialogFrameProps = {
  closing: DialogCallbacks;
  className: string;
  titleId: string;
  children: (close: () => void) => ReactNode;
};

/**
 * Shows the native dialog itself, at the end of the page: an element that React moves, together with the list row that
 * it was opened from, would fall out of the browser's top layer.
 */
function DialogFrame({ closing, className, titleId, children }: DialogFrameProps): ReactNode {
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

type ModalProps = DialogCallbacks & { title: ReactNode; children: DialogContent };

/** Shows a modal card in the middle of the screen, for a question or a short message. */
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

type SheetProps = DialogCallbacks & {
  title: ReactNode;
  /** Stands beside the title, on its left: a portrait or a symbol. */
  media?: ReactNode;
  /** Stands under the title. */
  subtitle?: ReactNode;
  children: DialogContent;
};

/** Shows a modal sheet that rises from the bottom edge. */
export function Sheet({ title, media, subtitle, children, ...closing }: SheetProps): ReactNode {
  const titleId = useId();
  return (
    <DialogFrame closing={closing} className="sheet" titleId={titleId}>
      {(close) => (
        <div className="sheet-body flex max-h-[inherit] flex-col rounded-t-card bg-surface pt-3 shadow-lift">
          <div aria-hidden="true" className="sheet-handle mx-auto mb-3 h-1.5 w-10 shrink-0 rounded-full bg-line" />
          <div
            className="min-h-0 overflow-y-auto overscroll-contain px-5"
            style={{ paddingBottom: 'calc(20px + var(--safe-bottom))' }}
          >
            <div className="flex items-center gap-4">
              {media}
              <div className="min-w-0 flex-1">
                <h2 id={titleId} tabIndex={-1} className="text-section font-extrabold">
                  {title}
                </h2>
                {subtitle ? <div className="mt-1 text-small text-mute">{subtitle}</div> : null}
              </div>
              {closing.docks ? <DockClose onPress={close} /> : null}
            </div>
            {typeof children === 'function' ? children(close) : children}
          </div>
        </div>
      )}
    </DialogFrame>
  );
}

/** A docked sheet has no backdrop to press (dialogs.css hides the button elsewhere). */
function DockClose({ onPress }: { onPress: () => void }): ReactNode {
  const t = useText();
  return (
    <button
      type="button"
      aria-label={t('common.dismiss')}
      onClick={onPress}
      className="dock-close press size-11 shrink-0 place-content-center self-start rounded-full bg-raise"
    >
      <CloseIcon size={20} />
    </button>
  );
}

/** Closes the dialog as the fan would, with its exit motion, once nothing is left to do in it. */
export function CloseWhen({ done, close }: { done: boolean; close: () => void }): null {
  useEffect(() => {
    if (done) close();
  }, [done, close]);
  return null;
}
