import type { ReactNode } from 'react';
import { AlertIcon } from './icons/shell-icons.tsx';

/** Shows a failure where it happened, with what the fan can do. */
export function InlineAlert({ children }: { children: ReactNode }): ReactNode {
  return (
    <div
      role="alert"
      className="enter flex items-start gap-2.5 rounded-tile bg-brand-soft p-3.5 text-small font-semibold text-brand"
    >
      <AlertIcon size={20} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
