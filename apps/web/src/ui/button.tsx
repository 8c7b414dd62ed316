import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, buttonStyle, type ButtonVariant } from './button-style.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** At work: keeps its width and focus, shows a spinner and takes no further press. */
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
