import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { ClockIcon, GlobeIcon, LockIcon, StarOffIcon } from '#/ui/icons/more-icons.tsx';
import { CloseIcon, CheckIcon } from '#/ui/icons/shell-icons.tsx';
import type { Task } from './task.ts';

type Notice = NonNullable<Task['notice']>;

type NoticeLook = { readonly icon: IconComponent; readonly colours: string };

const missing = 'bg-raise text-mute';

const looks: Readonly<Record<Notice['reason'], NoticeLook>> = {
  bindTwitter: { icon: LockIcon, colours: missing },
  bindDiscord: { icon: LockIcon, colours: missing },
  level: { icon: LockIcon, colours: missing },
  accountAge: { icon: ClockIcon, colours: missing },
  region: { icon: GlobeIcon, colours: missing },
  soldOut: { icon: StarOffIcon, colours: missing },
  held: { icon: ClockIcon, colours: 'bg-warn-soft text-warn' },
  refused: { icon: CloseIcon, colours: 'bg-brand-soft text-brand' },
};

/** Says why a task cannot be done or claimed now, with the server's text. */
export function TaskNotice({ notice: { reason, text } }: { notice: Notice }): ReactNode {
  const { icon: Icon, colours } = looks[reason];
  return (
    <p className={`num mt-3 flex items-start gap-2.5 rounded-tile p-3 text-small font-semibold ${colours}`}>
      <span className="mt-px shrink-0">
        <Icon size={18} />
      </span>
      <span className="min-w-0 text-pretty">{text}</span>
    </p>
  );
}

/** The reward was paid although its answer was lost, or from another device. */
export function AwardedNote({ onDone }: { onDone: () => void }): ReactNode {
  const t = useText();
  return (
    <>
      <p className="flex min-h-14 items-center justify-center gap-2 rounded-tile bg-ok-soft font-bold text-ok">
        <CheckIcon size={20} />
        {t('task.awarded')}
      </p>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </>
  );
}
