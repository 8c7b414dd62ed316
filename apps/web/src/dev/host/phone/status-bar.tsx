import type { ReactNode } from 'react';
import type { Platform } from '../host-settings.ts';

type StatusBarProps = {
  platform: Platform;
  /** CSS pixels; 0 draws nothing. */
  height: number;
  /** The page is drawn behind it, in whatever colour. */
  isOverPage: boolean;
};

/** The system's bar with the time, drawn above everything and touched by nobody. */
export function StatusBar({ platform, height, isOverPage }: StatusBarProps): ReactNode {
  if (height === 0) return null;
  return (
    <div
      aria-hidden="true"
      className={`num pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center justify-between px-7 text-small font-bold ${
        isOverPage ? 'text-white drop-shadow-[0_0_2px_rgb(0_0_0/0.8)]' : ''
      }`}
      style={{ height }}
    >
      <span>9:41</span>
      <Camera platform={platform} />
      <span className="flex items-center gap-1.5">
        <svg width="18" height="12" viewBox="0 0 18 12" fill="currentColor">
          <path d="M0 8h3v4H0zM5 5.5h3V12H5zM10 3h3v9h-3zM15 0h3v12h-3z" />
        </svg>
        <svg width="26" height="12" viewBox="0 0 26 12" fill="none" stroke="currentColor">
          <rect x=".5" y=".5" width="22" height="11" rx="3" />
          <path d="M3 3h13v6H3z" fill="currentColor" stroke="none" />
          <path d="M24.5 4v4" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </span>
    </div>
  );
}

/** Where the screen has a hole. */
function Camera({ platform }: { platform: Platform }): ReactNode {
  const shape = platform === 'ios' ? 'h-7 w-24 top-2' : 'size-4 top-3';
  return <span className={`absolute left-1/2 -translate-x-1/2 rounded-full bg-black ${shape}`} />;
}
