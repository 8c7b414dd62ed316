import type { ReactNode } from 'react';
import { LanguageSwitch } from '#/ui/language-switch.tsx';
import { Logo } from '#/ui/logo.tsx';
import { ThemeSwitch } from '#/ui/theme-switch.tsx';
import { sections } from './sections.ts';

/** Every piece of the interface on one page: what there is, how it looks, and by which rules it is used. */
export function Gallery(): ReactNode {
  return (
    <div className="mx-auto min-h-dvh max-w-[1120px] bg-bg lg:grid lg:grid-cols-[240px_1fr] lg:gap-10 lg:px-8">
      <Contents />
      <main className="min-w-0 space-y-14 px-4 pt-8 pb-24 lg:px-0 lg:pt-12">
        <header lang="en" className="max-w-2xl">
          <h1 className="text-score font-extrabold">Stage light</h1>
          <p className="mt-3 text-body text-mute">
            A quiet neutral canvas; the idols, the stage gradient and the numbers carry the emotion. These are the
            pieces that every screen is made of, as they are in this build.
          </p>
        </header>
        {sections.map(({ id, Component }) => (
          <Component key={id} />
        ))}
      </main>
    </div>
  );
}

/** The way to each section, and the switches that change all of them. Stays in sight. */
function Contents(): ReactNode {
  return (
    <aside
      aria-label="Gallery"
      className="sticky top-0 z-20 border-b border-line bg-bg/95 px-4 py-3 backdrop-blur-xl lg:h-dvh lg:overflow-y-auto lg:border-0 lg:px-0 lg:py-12"
    >
      <div className="flex items-center gap-3 lg:flex-col lg:items-stretch lg:gap-6">
        <p className="shrink-0 text-brand max-sm:sr-only">
          <Logo />
        </p>
        <div className="grid flex-1 grid-cols-2 gap-2 lg:grid-cols-1">
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
      </div>
      <nav lang="en" aria-label="Sections" className="mt-3 lg:mt-8">
        <ul className="scroll-row -mx-4 gap-1 px-4 lg:mx-0 lg:flex-col lg:px-0">
          {sections.map(({ id, title }) => (
            <li key={id} className="shrink-0">
              <a
                href={`#${id}`}
                className="flex min-h-9 items-center rounded-full px-3 text-small font-semibold text-mute hover:bg-raise hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}
