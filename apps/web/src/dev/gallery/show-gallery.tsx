import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode, ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#/lib/i18n/i18n.ts';
import { Logo } from '#/ui/logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '#/ui/preference-switches.tsx';
import { Toaster } from '#/ui/toast/toaster.tsx';
import { ButtonSection, CardSection, StateSection, ToastSection } from './sections/piece-sections.tsx';
import { ChatSection, CountdownSection, PacketSection } from './sections/live-sections.tsx';
import { ColourSection, FormatSection, TypeSection } from './sections/basics-sections.tsx';
import { FormSection, NavigationSection } from './sections/control-sections.tsx';
import { ListSection, RankingSection } from './sections/list-sections.tsx';
import { ModalSection, SheetSection } from './sections/overlay-sections.tsx';

/** Draws the gallery once its texts are there. */
export async function showGallery(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('gallery.html has no #root element.');
  await startI18n();
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Gallery />
      <Toaster />
    </QueryClientProvider>,
  );
}

type GallerySection = { readonly id: string; readonly title: string; readonly Component: ComponentType };

/** The sections in the order of the page. Each component draws a `Section` with the same id and title. */
const sections: readonly GallerySection[] = [
  { id: 'type', title: 'Type', Component: TypeSection },
  { id: 'colour', title: 'Color', Component: ColourSection },
  { id: 'buttons', title: 'Buttons', Component: ButtonSection },
  { id: 'cards', title: 'Cards and badges', Component: CardSection },
  { id: 'navigation', title: 'Tabs and steppers', Component: NavigationSection },
  { id: 'forms', title: 'Forms', Component: FormSection },
  { id: 'states', title: 'States', Component: StateSection },
  { id: 'countdown', title: 'Countdown', Component: CountdownSection },
  { id: 'ranking', title: 'Ranking', Component: RankingSection },
  { id: 'packet', title: 'Red packet', Component: PacketSection },
  { id: 'chat', title: 'Live chat', Component: ChatSection },
  { id: 'lists', title: 'Infinite lists', Component: ListSection },
  { id: 'modals', title: 'Modals', Component: ModalSection },
  { id: 'sheets', title: 'Sheets', Component: SheetSection },
  { id: 'toasts', title: 'Toasts', Component: ToastSection },
  { id: 'formats', title: 'Formats', Component: FormatSection },
];

/** Shows every piece of the interface on one page: how it looks, and by which rules it is used. */
function Gallery(): ReactNode {
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

/** Links to each section and has the switches that change all of them. Stays in sight. */
function Contents(): ReactNode {
  return (
    <aside
      aria-label="Gallery"
      className={
        'sticky top-0 z-20 border-b border-line bg-bg/95 px-4 py-3 ' +
        'backdrop-blur-xl lg:h-dvh lg:overflow-y-auto lg:border-0 lg:px-0 lg:py-12'
      }
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
                className={
                  'flex min-h-9 items-center rounded-full px-3 text-small ' +
                  'font-semibold text-mute hover:bg-raise hover:text-ink'
                }
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
