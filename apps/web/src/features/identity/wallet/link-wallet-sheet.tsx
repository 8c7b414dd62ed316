import type { Contract, ErrorOf } from '@lightstick/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWalletSigning } from './use-wallet-signing.ts';
import { WalletChoice } from './wallet-choice.tsx';
import { WalletWaiting } from './wallet-waiting.tsx';
import { call } from '#/lib/api/call.ts';
import { withChain } from '#/lib/api/with-chain.ts';
import { shortAddress } from '#/lib/format/text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { walletErrorText } from '#/lib/wallet/wallet-error.ts';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Linking a wallet to an email account, for NFTs to move to: choosing one, and waiting for it. */
export function LinkWalletSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<Wallet>();
  const link = useLinkWallet();
  return (
    <Sheet
      onClose={onClose}
      title={t('wallet.link')}
      subtitle={t('wallet.linkNote')}
      media={
        <span className="action grid size-14 shrink-0 place-content-center rounded-tile">
          <WalletIcon size={28} />
        </span>
      }
    >
      {(close) => (
        <>
          <CloseWhen done={link.isSuccess} close={close} />
          {link.error ? (
            <div className="mt-5">
              <InlineAlert>{linkErrorText(link.error, t)}</InlineAlert>
            </div>
          ) : null}
          {link.isPending || link.isSuccess ? (
            <WalletWaiting wallet={link.variables.wallet} step={link.step} onCancel={link.cancel} />
          ) : (
            <WalletChoice
              key={round}
              lastChosen={chosen}
              onChoose={(wallet) => {
                setChosen(wallet);
                link.mutate({ wallet });
              }}
              onLookAgain={() => setRound(round + 1)}
            >
              <p className="text-small text-pretty text-mute">{t('wallet.linkKeepsWayIn')}</p>
            </WalletChoice>
          )}
        </>
      )}
    </Sheet>
  );
}

const route = 'POST /wallet/api/v1/userExpand/linkWallet';

function useLinkWallet() {
  const t = useText();
  const queryClient = useQueryClient();
  return useWalletSigning<{ readonly wallet: Wallet }, { readonly wallet: string }>({
    challenge: async (address, signal) => {
      const challenge = await call(route, { body: withChain({ address }) }, { signal });
      if (!('message' in challenge)) throw new Error('The server wrote no message to sign.');
      return challenge.message;
    },
    answer: async (signed) => {
      const linked = await call(route, { body: withChain(signed) });
      if (!('wallet' in linked)) throw new Error('The server linked no wallet.');
      return linked;
    },
    // Returned, so that what opens next knows the wallet.
    onSuccess: async ({ wallet }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
      showToast({ kind: 'success', title: t('wallet.linked', { wallet: shortAddress(wallet) }) });
    },
  });
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract[typeof route]> | 'CHAIN_UNAVAILABLE', MessageId> = {
  NOT_AN_EMAIL_ACCOUNT: 'wallet.refused.notAnEmailAccount',
  WALLET_CHALLENGE_INVALID: 'wallet.refused.challengeInvalid',
  WALLET_SIGNATURE_INVALID: 'wallet.refused.signatureInvalid',
  CHAIN_UNAVAILABLE: 'wallet.refused.chainUnavailable',
};

function linkErrorText(error: Error, t: Translate): string {
  return walletErrorText(error, t) ?? refusalText(error, texts, t);
}
