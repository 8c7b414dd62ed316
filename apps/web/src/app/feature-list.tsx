import type { ReactNode } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';

export type Feature = { readonly icon: IconComponent; readonly title: MessageId; readonly text: MessageId };

/** Lists coming features of a place. */
export function FeatureList({ features }: { features: readonly Feature[] }): ReactNode {
  const t = useText();
  return (
    <ul className="space-y-4">
      {features.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-3.5">
          <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
            <Icon size={22} />
          </span>
          <div className="min-w-0">
            <p className="text-body font-bold">{t(title)}</p>
            <p className="text-small text-pretty text-mute">{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
