import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import type { TaskAction } from './task-action.ts';
import { siteOf, type Task } from './task.ts';

type TaskActionButtonProps = {
  task: Task;
  action: TaskAction;
  nowMs: number;
  busy: boolean;
  onAct: () => void;
};

/** The action of a task's card; nothing where the badge says all there is to say. */
export function TaskActionButton({ task, action, nowMs, busy, onAct }: TaskActionButtonProps): ReactNode {
  const t = useText();
  const named = (word: string) => t('task.actionFor', { action: word, title: task.title });
  switch (action.kind) {
    case 'checkIn':
    case 'claim': {
      const word = t(action.kind === 'claim' ? 'task.claim' : 'task.checkIn');
      return (
        <SpendButton busy={busy} aria-label={named(word)} onClick={onAct}>
          {word}
        </SpendButton>
      );
    }
    case 'dwell': {
      const left = formatMinutesSeconds((Date.parse(action.claimableAt) - nowMs) / 1000);
      return (
        <Button variant="soft" className="num" aria-label={named(t('task.go'))} onClick={onAct}>
          <ClockIcon size={16} />
          {left}
        </Button>
      );
    }
    case 'go':
    case 'answers':
    case 'link': {
      const word =
        action.kind === 'link'
          ? t('task.link', { site: siteOf(task) })
          : t(action.kind === 'go' ? 'task.go' : 'task.answers');
      return (
        <Button variant="soft" aria-label={named(word)} onClick={onAct}>
          {word}
        </Button>
      );
    }
    case 'opening':
      return <Note>{t('task.opening')}</Note>;
    case 'ended':
      return <Note>{t('task.ended')}</Note>;
    case 'locked':
    case 'noticed':
    case 'stayTuned':
    case 'awarded':
      return null;
  }
}

function Note({ children }: { children: ReactNode }): ReactNode {
  return <span className="inline-flex min-h-11 items-center text-small font-bold text-mute">{children}</span>;
}
