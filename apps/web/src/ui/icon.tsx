import type { ReactNode } from 'react';

/** Strokes on a 24-pixel grid; drawn by us. */
const paths = {
  home: 'M4 11.2 12 4l8 7.2V19a1.5 1.5 0 0 1-1.5 1.5H15v-6H9v6H5.5A1.5 1.5 0 0 1 4 19z',
  trophy:
    'M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4.2c0 3.6 1.3 5.2 3.6 5.5M16.5 5.5h3.3c0 3.6-1.3 5.2-3.6 5.5M12 14v3.5M8 20h8',
  tasks:
    'M9.5 4.5h5M9 3.5h6v3H9zM15 5h2.5A1.5 1.5 0 0 1 19 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-12A1.5 1.5 0 0 1 6.5 5H9M8.8 13.2l2.2 2.2 4.2-4.4',
  mall: 'M5.2 8.5h13.6l-.9 10a2 2 0 0 1-2 1.8H8.1a2 2 0 0 1-2-1.8zM8.8 11V7.2a3.2 3.2 0 0 1 6.4 0V11',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.3c.6-3.6 3.6-5.3 7.5-5.3s6.9 1.7 7.5 5.3',
  search: 'M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4zM20 20l-4.4-4.4',
  close: 'M6 6l12 12M18 6 6 18',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  check: 'M5 12.5l4.6 4.6L19 7.5',
  lock: 'M6.5 11h11v8.5h-11zM8.8 11V8a3.2 3.2 0 0 1 6.4 0v3',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  star: 'M12 3.6l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z',
  ticket: 'M4 7h16v3.2a1.9 1.9 0 0 0 0 3.6V17H4v-3.2a1.9 1.9 0 0 0 0-3.6zM14.5 7.5v2M14.5 11v2M14.5 14.5v2',
  heart: 'M12 19.8S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3c0 5.7-8 10.5-8 10.5z',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.8v1.8M12 19.4v1.8M2.8 12h1.8M19.4 12h1.8M5.5 5.5l1.3 1.3M17.2 17.2l1.3 1.3M5.5 18.5l1.3-1.3M17.2 6.8l1.3-1.3',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5s-1.2 6.1-3.5 8.5c-2.3-2.4-3.5-5.2-3.5-8.5s1.2-6.1 3.5-8.5z',
  signOut: 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12h10M17 8.2l3.8 3.8-3.8 3.8',
  up: 'M12 19V5.5M6 11l6-6 6 6',
  down: 'M12 5v13.5M6 13l6 6 6-6',
  visit: 'M13.5 4.5h6v6M19.2 4.8 11 13M17.5 14v4A1.5 1.5 0 0 1 16 19.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4',
  calendar: 'M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4',
  receipt: 'M6 3.8h12v16.7l-2.4-1.5-2.4 1.5-1.2-.8-1.2.8-2.4-1.5L6 20.5zM9 8.5h6M9 12h6',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 7.8v.2',
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.2M12 16.8v.2',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  eye: 'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  eyeOff:
    'M4 4l16 16M9.9 6.1A9 9 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.7 3.4M6.2 7.6A14.6 14.6 0 0 0 2.8 12S6 18.2 12 18.2a9 9 0 0 0 3.6-.7M10 10a2.8 2.8 0 0 0 4 4',
  swap: 'M7 4 3.5 7.5 7 11M4 7.5h16M17 13l3.5 3.5L17 20M20 16.5H4',
  gift: 'M4.5 11h15v9h-15zM3.5 7.5h17V11h-17zM12 7.5V20M12 7.5S10.5 3.5 8 3.8s-1.5 3.7 4 3.7zM12 7.5s1.5-4 4-3.7 1.5 3.7-4 3.7z',
} as const;

export type IconName = keyof typeof paths;

type IconProps = { name: IconName; size?: number; filled?: boolean; className?: string };

/** A decorative symbol beside words; it says nothing to screen readers. */
export function Icon({ name, size = 24, filled = false, className = '' }: IconProps): ReactNode {
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
      <path d={paths[name]} />
    </svg>
  );
}
