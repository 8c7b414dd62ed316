import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '../icons/draw-icon.tsx';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../icons/first-icons.tsx';
import { dismissToast, type Toast } from './toast-store.ts';

const looks: Record<Toast['kind'], { icon: IconComponent; tint: string }> = {
  success: { icon: CheckIcon, tint: 'bg-ok-soft text-ok' },
  warning: { icon: InfoIcon, tint: 'bg-warn-soft text-warn' },
  error: { icon: AlertIcon, tint: 'bg-brand-soft text-brand' },
};

export function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const t = useText();
  const { icon: Icon, tint } = looks[toast.kind];
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : undefined}
      className="enter pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-tile border border-line bg-surface p-3 text-ink shadow-lift"
    >
      <span className={`grid size-9 shrink-0 place-content-center rounded-full ${tint}`}>
        <Icon size={20} />
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
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
