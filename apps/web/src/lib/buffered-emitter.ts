/** Passes items to a listener that may come later. */
type BufferedEmitter<Item> = {
  readonly emit: (item: Item) => void;
  /** Passes all buffered and future items to the listener, which replaces the one before. */
  readonly listen: (listener: (item: Item) => void) => void;
};

/**
 * Lets first-screen code pass items to code that loads later.
 * @param bufferSize items beyond it are dropped while there is no listener
 */
export function bufferedEmitter<Item>(bufferSize: number): BufferedEmitter<Item> {
  const buffer: Item[] = [];
  let pass = (item: Item): void => {
    if (buffer.length < bufferSize) buffer.push(item);
  };
  return {
    emit: (item) => pass(item),
    listen: (listener) => {
      pass = listener;
      for (const item of buffer.splice(0)) listener(item);
    },
  };
}
