import type { ReactNode } from 'react';
import type { WalletStep } from './use-wallet-signing.ts';
import { WalletPicture } from './wallet-choice.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type WalletWaitingProps = { wallet: Wallet; step: WalletStep; onCancel: () => void };

/** While the fan is with their wallet: what to do there, and the way out. */
export function WalletWaiting({ wallet, step, onCancel }: WalletWaitingProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  const { name } = wallet;
  const words = {
    connecting: [
      name ? t('wallet.connecting', { wallet: name }) : t('wallet.connectingUnnamed'),
      t('wallet.connectingNote'),
    ],
    signing: [name ? t('wallet.signing', { wallet: name }) : t('wallet.signingUnnamed'), t('wallet.signingNote')],
    checking: [t('wallet.checking'), ''],
  }[step];
  return (
    <div className="enter mt-5 space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-raise p-4 outline-none"
      >
        <WalletPicture wallet={wallet} />
        <div className="min-w-0 flex-1">
          <p className="text-body font-bold">{words[0]}</p>
          {words[1] ? <p className="mt-0.5 text-small text-pretty text-mute">{words[1]}</p> : null}
        </div>
        <span className="text-brand">
          <Spinner size={24} />
        </span>
      </div>
      {step === 'checking' ? null : (
        <Button variant="soft" size="large" onClick={onCancel}>
          {t('wallet.cancel')}
        </Button>
      )}
    </div>
  );
}
