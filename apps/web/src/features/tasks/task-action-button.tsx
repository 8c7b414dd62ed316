import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { ClockIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import type { TaskAction } from './task-action.ts';
import type { Task } from './task.ts';

type TaskActionButtonProps = {
  task: Task;
  action: TaskAction;
  nowMs: number;
  busy: boolean;
  onAct: () => void;
};

/** The end of a task's card: its action, or in a word why there is none. */
export function TaskActionButton({ task, action, nowMs, busy, onAct }: TaskActionButtonProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const named = (word: string) => t('task.actionFor', { action: word, title: task.title });
  switch (action.kind) {
    case 'checkIn':
      return (
        <SpendButton busy={busy} aria-label={named(t('task.checkIn'))} onClick={onAct}>
          {t('task.checkIn')}
        </SpendButton>
      );
    case 'claim':
      return (
        <SpendButton busy={busy} aria-label={named(t('task.claim'))} onClick={onAct}>
          {t('task.claim')}
        </SpendButton>
      );
    case 'visit':
      return (
        <Button variant="soft" aria-label={named(t('task.go'))} onClick={onAct}>
          {t('task.go')}
        </Button>
      );
    case 'dwell': {
      const left = formatMinutesSeconds((Date.parse(action.claimableAt) - nowMs) / 1000);
      return (
        <Button variant="soft" className="num" aria-label={named(t('task.go'))} onClick={onAct}>
          <ClockIcon size={16} />
          {left}
        </Button>
      );
    }
    case 'awarded':
      return (
        <Note tone="text-ok">
          <CheckIcon size={18} />
          {t('task.awarded')}
        </Note>
      );
    case 'stayTuned':
      return <Note tone="text-mute">{task.opensAt ? friendly(task.opensAt) : t('task.stayTuned')}</Note>;
    case 'locked':
      return (
        <Note tone="text-mute">
          <LockIcon size={16} />
          {t('task.locked')}
        </Note>
      );
    case 'inProgress':
      return <Note tone="text-mute">{task.progress ? t('task.progress', task.progress) : t('task.inProgress')}</Note>;
  }
}

function Note({ tone, children }: { tone: string; children: ReactNode }): ReactNode {
  return (
    <span className={`num flex max-w-24 shrink-0 items-center gap-1 text-right text-caption font-bold ${tone}`}>
      {children}
    </span>
  );
}
