import { externalStore } from '#/lib/external-store.ts';

/** The open dialogs, the topmost last. Toasts are drawn inside the topmost, where they are neither blurred nor inert. */
export const dialogStack = externalStore<readonly HTMLDialogElement[]>([]);

/** Registers an open dialog; the returned function takes it off again. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  dialogStack.write([...dialogStack.read(), dialog]);
  return () => dialogStack.write(dialogStack.read().filter((open) => open !== dialog));
}
