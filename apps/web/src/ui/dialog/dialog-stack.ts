import { externalStore } from '#/lib/external-store.ts';

/** The open dialogs, the topmost last. Toasts are drawn inside the topmost, where they are neither blurred nor inert. */
export const dialogStack = externalStore<readonly HTMLDialogElement[]>([]);

/** Registers a dialog that is about to open; the returned function takes it off again. */
export function pushDialog(dialog: HTMLDialogElement): () => void {
  if (dialogStack.read().length === 0) keepScrollbarWidth();
  dialogStack.write([...dialogStack.read(), dialog]);
  return () => dialogStack.write(dialogStack.read().filter((open) => open !== dialog));
}

/** Tells the style sheet how much room the page's scroll bar takes, which vanishes while a dialog is open. */
function keepScrollbarWidth(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
}
