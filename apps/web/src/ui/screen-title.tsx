import { type ReactNode, useEffect, useRef } from 'react';
import { text } from '#/lib/i18n/use-text.ts';
import { hasNavigated } from '#/lib/navigation.ts';

type ScreenTitleProps = { children: string; className?: string };

/**
 * Shows the one h1 of a screen. It names the browser tab, and after a change of screen it takes the focus, so that
 * keyboard and screen reader go on at the top of the new screen instead of in the void.
 */
export function ScreenTitle({ children, className = 'text-screen font-extrabold' }: ScreenTitleProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${children} · ${text('site.name')}`;
  }, [children]);

  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={heading} dir="auto" tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
