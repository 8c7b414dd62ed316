import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { lineupSize } from '#/features/votes/best7/lineup.ts';
import type { Best7Poll } from '#/features/votes/best7/use-best7.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { usePlatform } from '../use-platform.ts';

type CastButtonProps = {
  poll: Best7Poll;
  /** How many are chosen. */
  chosen: number;
  onNear: () => void;
  onPress: () => void;
};

/** The way to cast what was arranged: once seven are chosen, and as long as the day has no ballot of the fan's. */
export function CastButton({ poll: { state, mine }, chosen, onNear, onPress }: CastButtonProps): ReactNode {
  const t = useText();
  const platform = usePlatform();
  if (state !== 'open') return <Note>{t('best7.keptUntilOpen')}</Note>;
  if (mine?.today) return <Note>{t('best7.keptForNext')}</Note>;
  return (
    <div className="space-y-3">
      <Note>{t('best7.castMeans')}</Note>
      {mine ? (
        <Button size="large" disabled={chosen < lineupSize} onPointerEnter={onNear} onClick={onPress}>
          {chosen < lineupSize ? t('best7.chooseMore', { count: lineupSize - chosen }) : t('best7.cast')}
        </Button>
      ) : null}
      {!mine && platform === 'web' ? (
        <Link href={signInPath('/best7')} className={buttonStyle('primary', 'large')}>
          {t('best7.signIn')}
        </Link>
      ) : null}
    </div>
  );
}

function Note({ children }: { children: string }): ReactNode {
  return <p className="text-small text-pretty text-mute">{children}</p>;
}
