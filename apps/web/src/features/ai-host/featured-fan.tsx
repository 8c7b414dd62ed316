import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import type { FeaturedFan } from './agent-room.ts';

/** Shows the fan whose question had the most hands, as a card with a golden frame. */
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

/** A raised hand on a 24-pixel grid. */
export const HandIcon = drawIcon(
  'M8 12.5V6.2a1.6 1.6 0 0 1 3.2 0V11V4.6a1.6 1.6 0 0 1 3.2 0V11V6.4a1.6 1.6 0 0 1 3.2 0V14a6.5 6.5 0 0 ' +
    '1-6.5 6.5c-2.6 0-4.1-1.2-5.3-3.2L3.6 14a1.6 1.6 0 0 1 2.7-1.7L8 14.5',
);

/** Shows the number of hands raised for a question. */
export function Hands({ count }: { count: number }): ReactNode {
  const t = useText();
  return (
    <span className="num inline-flex items-center gap-1">
      <HandIcon size={14} />
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{t('agent.hands', { count })}</span>
    </span>
  );
}
