import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import type { WalletSheetProps } from './wallet-sheet.tsx';

const walletSheet = lazyPart<WalletSheetProps>(() => import('./wallet-sheet.tsx').then((module) => module.WalletSheet));

/** The wallet sign-in below the form for email; its sheet is a separate chunk. */
export function WalletSignInButton(props: Omit<WalletSheetProps, 'onClose'>): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-3 text-small text-mute">
        <span className="h-px flex-1 bg-line" />
        {t('wallet.or')}
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button
        variant="soft"
        size="large"
        onPointerEnter={() => void walletSheet.preload()}
        onClick={() => setOpen(true)}
      >
        <WalletIcon size={22} />
        {t('wallet.signIn')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <walletSheet.Component {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
