import { handover } from '../handover.ts';

/** Measurable events in the app's own terms. The adapters decide their format and destination. */
export type Happening =
  | { readonly name: 'screen_view' }
  | { readonly name: 'task'; readonly typeId: number }
  | { readonly name: 'vote'; readonly activityId: string; readonly votes: number }
  | { readonly name: 'error'; readonly error: unknown }
  | { readonly name: 'web_vital'; readonly metric: string; readonly value: number; readonly rating: string };

/** Something that happened, when, and on which screen. */
export type Noted = { readonly happening: Happening; readonly at: Date; readonly path: string };

const notes = handover<Noted>(50);

/** Passes past and future events to the listener. */
export const handOver = notes.takeBy;

/** Notes that something happened, on the screen at `path`. The part that measures is loaded later; until then this only remembers. */
export function track(happening: Happening, path: string = location.pathname): void {
  notes.give({ happening, at: new Date(), path });
}

/** Notes an error, shown to the fan or not. */
export function trackError(error: unknown): void {
  track({ name: 'error', error });
}
