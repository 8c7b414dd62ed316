import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { useWalletSignIn } from './use-wallet-sign-in.ts';
import { WalletChoice } from './wallet-choice.tsx';
import { walletSignInErrorText } from './wallet-sign-in-error-text.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

export type WalletSheetProps = {
  /** From an invitation's link; empty without one, undefined where nobody is asked for it. */
  invitedBy: string | undefined;
  /** What the fan agrees to by signing up. */
  consent: ReactNode;
  onSignedIn: () => void;
  onClose: () => void;
};

/** Signing in by a wallet: choosing one, and waiting for it. */
export function WalletSheet({ invitedBy, consent, onSignedIn, onClose }: WalletSheetProps): ReactNode {
  const t = useText();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Wallet>();
  const [inviteCode, setInviteCode] = useState(invitedBy ?? '');
  const signIn = useWalletSignIn(onSignedIn);
  const choose = (wallet: Wallet) => {
    setChosen(wallet);
    signIn.mutate({ wallet, inviteCode });
  };

  return (
    <Sheet
      onClose={onClose}
      title={t('wallet.signIn')}
      subtitle={t('wallet.note')}
      media={
        <span className="action grid size-14 shrink-0 place-content-center rounded-tile">
          <WalletIcon size={28} />
        </span>
      }
    >
      {signIn.error ? (
        <div className="mt-5">
          <InlineAlert>{walletSignInErrorText(signIn.error, t)}</InlineAlert>
        </div>
      ) : null}
      {signIn.isPending || signIn.isSuccess ? (
        <WalletWaiting wallet={signIn.variables.wallet} step={signIn.step} onCancel={signIn.cancel} />
      ) : (
        <WalletChoice key={round} lastChosen={chosen} onChoose={choose} onLookAgain={() => setRound(round + 1)}>
          {invitedBy === undefined ? null : (
            <FormField
              label={t('account.inviteCode')}
              hint={t('wallet.inviteHint')}
              placeholder={t('form.optional')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
              value={inviteCode}
              onChange={(event) => setInviteCode(event.currentTarget.value)}
            />
          )}
          {consent}
        </WalletChoice>
      )}
    </Sheet>
  );
}
