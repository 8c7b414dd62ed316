import type { Contract, ErrorOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { useWalletSigning, WalletWaiting } from './wallet-waiting.tsx';
import { WalletChoice } from './wallet-choice.tsx';
import { showDeletionCancelled } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { withChain } from '#/lib/api/with-chain.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { beginSession } from '#/lib/session/session.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

export type WalletSheetProps = {
  /** The code of an invitation's link; empty without one, undefined where the form does not ask for it. */
  invitedBy: string | undefined;
  /** The text that the fan agrees to by signing up. */
  consent: ReactNode;
  onSignedIn: (isNew: boolean) => void;
  onClose: () => void;
};

/** Signs a fan in by a wallet: choosing one, and waiting for it. */
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

const route = 'POST /wallet/api/v1/user/metaMaskLogin';

type WalletSignIn = {
  readonly wallet: Wallet;
  /** Empty without an inviter. */
  readonly inviteCode: string;
};

/** Signs in by a wallet, which signs the server's message; the server checks the signature. */
function useWalletSignIn(onSignedIn: WalletSheetProps['onSignedIn']) {
  return useWalletSigning({
    challenge: async (address, signal) => {
      const challenge = await call(route, { body: withChain({ address }) }, { signal });
      if (!('message' in challenge)) throw new Error('The server wrote no message to sign.');
      return challenge.message;
    },
    answer: async (signed, { inviteCode }: WalletSignIn) => {
      const code = inviteCode.trim();
      const signedIn = await call(route, { body: withChain({ ...signed, ...(code && { inviteCode: code }) }) });
      if (!('token' in signedIn)) throw new Error('The server began no session.');
      return signedIn;
    },
    onSuccess: (signedIn) => {
      beginSession({ token: signedIn.token, userInfo: signedIn.userInfo });
      showDeletionCancelled(signedIn);
      onSignedIn(signedIn.isNew);
    },
  });
}

type WalletSignInRefusal = ErrorOf<Contract['POST /wallet/api/v1/user/metaMaskLogin']> | 'CHAIN_UNAVAILABLE';

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<WalletSignInRefusal, MessageId> = {
  WALLET_CHALLENGE_INVALID: 'wallet.refused.challengeInvalid',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signatureInvalid',
  INVITE_CODE_UNKNOWN: 'account.refused.inviteCodeUnknown',
  CHAIN_UNAVAILABLE: 'wallet.refused.chainUnavailable',
};

/** Returns the text of a failed wallet sign-in, from the wallet's error or the server's refusal. */
function walletSignInErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}
