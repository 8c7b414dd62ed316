import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';

export type Way = {
  readonly to: string;
  readonly icon: IconComponent;
  readonly title: MessageId;
  readonly text: MessageId;
};

/** Links to open features, or explains the rest. */
export function WayList({ ways }: { ways: readonly Way[] }): ReactNode {
  const t = useText();
  return (
    <ul className="pair space-y-2.5">
      {ways.map(({ to, icon: Icon, title, text }) => (
        <li key={to}>
          <Link href={to} className="press flex items-center gap-3.5 rounded-tile bg-bg p-3.5">
            <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
              <Icon size={22} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-body font-bold">{t(title)}</span>
              <span className="block text-small text-pretty text-mute">{t(text)}</span>
            </span>
            <NextIcon size={20} className="text-mute" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
