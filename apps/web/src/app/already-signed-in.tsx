import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';

type AlreadySignedInProps = { nickname: string; onGoOn: () => void };

/** For a fan who comes to the sign-in screen without needing it. */
export function AlreadySignedIn({ nickname, onGoOn }: AlreadySignedInProps): ReactNode {
  const t = useText();
  return (
    <div className="space-y-4 text-center">
      <p className="text-body">{t('login.already', { nickname })}</p>
      <Button size="large" onClick={onGoOn}>
        {t('login.goOn')}
      </Button>
    </div>
  );
}
