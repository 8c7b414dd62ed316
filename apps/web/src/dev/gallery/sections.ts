import type { ComponentType } from 'react';
import { ButtonSection } from './sections/button-section.tsx';
import { CardSection } from './sections/card-section.tsx';
import { ColourSection } from './sections/colour-section.tsx';
import { CountdownSection } from './sections/countdown-section.tsx';
import { FormSection } from './sections/form-section.tsx';
import { FormatSection } from './sections/format-section.tsx';
import { ListSection } from './sections/list-section.tsx';
import { ModalSection } from './sections/modal-section.tsx';
import { NavigationSection } from './sections/navigation-section.tsx';
import { RankingSection } from './sections/ranking-section.tsx';
import { SheetSection } from './sections/sheet-section.tsx';
import { StateSection } from './sections/state-section.tsx';
import { ToastSection } from './sections/toast-section.tsx';
import { TypeSection } from './sections/type-section.tsx';

type GallerySection = { readonly id: string; readonly title: string; readonly Component: ComponentType };

/** The sections in the order of the page. Each component draws a `Section` with the same id and title. */
export const sections: readonly GallerySection[] = [
  { id: 'type', title: 'Type', Component: TypeSection },
  { id: 'colour', title: 'Color', Component: ColourSection },
  { id: 'buttons', title: 'Buttons', Component: ButtonSection },
  { id: 'cards', title: 'Cards and badges', Component: CardSection },
  { id: 'navigation', title: 'Tabs and steppers', Component: NavigationSection },
  { id: 'forms', title: 'Forms', Component: FormSection },
  { id: 'states', title: 'States', Component: StateSection },
  { id: 'countdown', title: 'Countdown', Component: CountdownSection },
  { id: 'ranking', title: 'Ranking', Component: RankingSection },
  { id: 'lists', title: 'Infinite lists', Component: ListSection },
  { id: 'modals', title: 'Modals', Component: ModalSection },
  { id: 'sheets', title: 'Sheets', Component: SheetSection },
  { id: 'toasts', title: 'Toasts', Component: ToastSection },
  { id: 'formats', title: 'Formats', Component: FormatSection },
];
