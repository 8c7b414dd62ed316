import type { ReactNode } from 'react';
import type { IconComponent } from './icons/draw-icon.tsx';

type EmptyProps = { icon: IconComponent; text: string; action?: ReactNode };

/** Says that nothing is here yet: one sentence, at most one action. */
export function Empty({ icon: Icon, text, action }: EmptyProps): ReactNode {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <span className="grid size-16 place-content-center rounded-full bg-raise text-mute">
        <Icon size={30} />
      </span>
      <p className="max-w-64 text-body text-balance text-mute">{text}</p>
      {action}
    </div>
  );
}
