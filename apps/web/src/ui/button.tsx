import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether it is at work: it keeps its width and focus, shows a spinner and takes no further press. */
  busy?: boolean;
};

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className = '',
  children,
  onClick,
  type,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`${buttonStyle(variant, size)} ${className}`}
      onClick={(event) => {
        // Not `disabled`, which would drop the keyboard's focus while the answer is on its way.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

export type ButtonVariant = 'primary' | 'ticket' | 'soft' | 'quiet' | 'glass';
type ButtonSize = 'large' | 'medium';

const variants: Record<ButtonVariant, string> = {
  primary: 'action',
  // What uses tickets must not look like what casts votes.
  ticket: 'bg-warn-soft text-warn',
  soft: 'bg-brand-soft text-brand',
  quiet: 'text-mute',
  glass: 'bg-black/30 text-white glassy',
};

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-14 w-full rounded-tile px-4 py-2 text-title font-bold',
  medium: 'min-h-11 rounded-full px-4 text-small font-bold whitespace-nowrap',
};

/** Returns the classes of a button, also for a link that looks like one. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize = 'medium'): string {
  return [
    'press inline-flex select-none items-center justify-center gap-2 text-center',
    'disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  ].join(' ');
}
