import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Icon, type IconName } from '../icon.tsx';
import { dismissToast, type Toast } from './toast-store.ts';

const looks: Record<Toast['kind'], { icon: IconName; tint: string }> = {
  success: { icon: 'check', tint: 'bg-ok-soft text-ok' },
  warning: { icon: 'info', tint: 'bg-warn-soft text-warn' },
  error: { icon: 'alert', tint: 'bg-brand-soft text-brand' },
};

export function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const t = useText();
  const { icon, tint } = looks[toast.kind];
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : undefined}
      className="enter pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-tile border border-line bg-surface p-3 text-ink shadow-lift"
    >
      <span className={`grid size-9 shrink-0 place-content-center rounded-full ${tint}`}>
        <Icon name={icon} size={20} />
      </span>
      <div className="min-w-0 flex-1 self-center">
        <p className="text-small font-bold">{toast.title}</p>
        {toast.detail ? <p className="text-small text-mute">{toast.detail}</p> : null}
        {toast.path ? <p className="truncate text-caption text-mute">{toast.path}</p> : null}
      </div>
      <button
        type="button"
        aria-label={t('common.dismiss')}
        className="-m-1 grid size-11 shrink-0 place-content-center rounded-full text-mute"
        onClick={() => dismissToast(toast.id)}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
