const holders = new Set<symbol>();

/** Marks the page as holding unsaved work, such as a half-filled form, until the returned function is called. */
export function holdUnsavedWork(): () => void {
  const holder = Symbol('unsaved work');
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Tells whether a reload would lose unsaved input. */
export function hasUnsavedWork(): boolean {
  return holders.size > 0;
}
