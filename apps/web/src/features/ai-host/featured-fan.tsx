import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Hands } from './hands.tsx';
import type { FeaturedFan } from './agent-room.ts';

/** The fan whose question had the most hands, as a card with a golden frame. */
export function FeaturedFanFigure({ featured }: { featured: FeaturedFan }): ReactNode {
  const t = useText();
  const { nickname, avatarUrl, question, hands } = featured;
  return (
    <figure className="flex items-center gap-4">
      <span className="medal-1 shrink-0 rounded-full p-1">
        <Portrait src={avatarUrl} width={64} height={64} className="size-16 rounded-full" />
      </span>
      <div className="min-w-0">
        <figcaption className="flex flex-wrap items-center gap-x-2 text-body font-extrabold">
          <Name className="truncate">{nickname}</Name>
          <span className="text-small text-warn">
            <Hands count={hands} />
          </span>
        </figcaption>
        <blockquote className="mt-0.5 text-small text-pretty wrap-anywhere text-mute">
          {t('agent.quote', { question })}
        </blockquote>
      </div>
    </figure>
  );
}
