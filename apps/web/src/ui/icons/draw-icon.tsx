import type { ComponentType } from 'react';

type IconProps = { size?: number; filled?: boolean; className?: string };
export type IconComponent = ComponentType<IconProps>;

/** Creates an icon of one path on a 24-pixel grid. Icons are hidden from screen readers, because they are beside words. */
export function drawIcon(path: string): IconComponent {
  return function Icon({ size = 24, filled = false, className = '' }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.9}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={`shrink-0 ${className}`}
      >
        <path d={path} />
      </svg>
    );
  };
}
