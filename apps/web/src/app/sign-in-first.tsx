import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { usePlatform } from '../lib/platform.ts';

type SignInFirstProps = {
  /** Says what there is to see afterwards. */
  children: string;
  /** The path to come back to. */
  next: string;
};

/** A host app signs its fans in itself, so only the web offers the link. */
export function SignInFirst({ children, next }: SignInFirstProps): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <>
      <p className="text-body text-mute">{children}</p>
      {platform === 'web' ? (
        <Link href={signInPath(next)} className={`${buttonStyle('soft', 'large')} mt-4`}>
          {t('account.signIn')}
        </Link>
      ) : null}
    </>
  );
}
