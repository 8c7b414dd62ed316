export type ButtonVariant = 'primary' | 'soft' | 'quiet' | 'glass';
export type ButtonSize = 'large' | 'medium';

const variants: Record<ButtonVariant, string> = {
  primary: 'action',
  soft: 'bg-brand-soft text-brand',
  quiet: 'text-mute',
  glass: 'bg-black/30 text-white backdrop-blur',
};

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-14 w-full rounded-tile px-4 py-2 text-title font-bold',
  medium: 'min-h-11 rounded-full px-4 text-small font-bold whitespace-nowrap',
};

/** The classes of a button, also for a link that looks like one. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize = 'medium'): string {
  return [
    'press inline-flex select-none items-center justify-center gap-2 text-center',
    'disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  ].join(' ');
}
