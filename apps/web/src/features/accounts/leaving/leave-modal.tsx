import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog/modal.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { leaveErrorText } from './leave-error-text.ts';
import { type LeaveProof, useLeave } from './use-leave.ts';

type LeaveModalProps = {
  confirm: string;
  proofNow: (signal: AbortSignal) => LeaveProof;
  /** Whether the refusal is told elsewhere. */
  onRefused: (error: Error) => boolean;
  onLeft: (erasesAt: string) => void;
  onClose: () => void;
};

/**
 * Asks for the last time. While the server is at work it stays: whether the account is to be deleted must be known to
 * the fan. While a wallet is asked it may be closed, which gives the signature up.
 */
export function LeaveModal({ confirm, proofNow, onRefused, onLeft, onClose }: LeaveModalProps): ReactNode {
  const t = useText();
  const leave = useLeave(onLeft);
  const givingUp = useRef<AbortController>(null);
  useEffect(() => () => givingUp.current?.abort(), []);
  const isClosable = !leave.isPending || leave.isSigning;

  const go = () => {
    givingUp.current = new AbortController();
    leave.mutate({ confirm, proof: proofNow(givingUp.current.signal) }, { onError: (error) => void onRefused(error) });
  };
  const giveUp = () => {
    givingUp.current?.abort();
    if (leave.isPending) leave.reset();
  };
  return (
    <Modal title={t('leave.sure')} closable={isClosable} maskClosable={false} onClosing={giveUp} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-pretty text-mute">{t('leave.sureText')}</p>
          {leave.isSigning ? (
            <p role="status" className="mt-4 rounded-tile bg-bg p-3.5 text-small font-semibold">
              {t('leave.signing')}
            </p>
          ) : null}
          {leave.error && !leave.isPending ? (
            <div className="mt-4">
              <InlineAlert>{leaveErrorText(leave.error, t)}</InlineAlert>
            </div>
          ) : null}
          <div className="mt-6 space-y-2.5">
            <Button size="large" disabled={!isClosable} onClick={close}>
              {t('leave.stay')}
            </Button>
            <Button variant="soft" size="large" busy={leave.isPending} onClick={go}>
              {leave.isPending && !leave.isSigning ? t('leave.going') : t('leave.goNow')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
