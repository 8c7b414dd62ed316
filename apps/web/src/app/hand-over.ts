import type { BootWindow } from '#/boot/boot-result.ts';

/** An id of React's differs between the server's screen and the app's. */
const ownId = ({ id }: Element) => (id.startsWith('_') ? '' : id);

const isSame = (one: Element, other: Element) =>
  one.ariaLabel === other.ariaLabel &&
  ownId(one) === ownId(other) &&
  one.textContent === other.textContent &&
  // Which field of a form, and which of several choices.
  ['type', 'value'].every((name) => one.getAttribute(name) === other.getAttribute(name));

const isOpen = (summary: Element | undefined) => summary?.parentElement?.hasAttribute('open');

/** A pointer that moves further at a press has changed its mind. */
const mostMovedPixels = 10;

/** React has drawn the answer to one press before the next is repeated. */
const afterDrawing = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The app takes the place of the screen that the server drew. What the fan has pressed, typed or focused by then goes on in
 * the app. A pressed link has led to its page already.
 */
export function goOnInApp(root: HTMLElement): void {
  const served = root.querySelector('.served');
  const { early } = (globalThis as BootWindow).lightstickBoot ?? {};
  if (!served || !early) return;
  const successorOf = (control: Element) =>
    [...root.querySelectorAll<HTMLElement>(control.tagName)].find((other) => isSame(control, other));
  const repeatPresses = async (pressed: readonly Element[]) => {
    for (const control of pressed) {
      // What opens over the screen is what the fan pressed for; the rest was pressed in impatience.
      if (document.querySelector('dialog[open]')) return;
      const successor = successorOf(control);
      // A browser opens and closes details itself: the last state counts, not the presses.
      const isDone =
        control.tagName === 'A' || (control.tagName === 'SUMMARY' && isOpen(control) === isOpen(successor));
      if (!isDone) successor?.click();
      await afterDrawing();
    }
  };
  const repeatTyping = () => {
    for (const input of served.querySelectorAll('input')) {
      const successor = successorOf(input);
      if (input.value === input.defaultValue || !(successor instanceof HTMLInputElement)) continue;
      // React listens to what a person types; it overrides the setter of its own element.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(successor, input.value);
      successor.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (early.focused) successorOf(early.focused)?.focus({ preventScroll: true });
  };
  const goOn = async () => {
    // A choice may lead to other fields, and a button may send them.
    const choices = early.pressed.filter((control) => control.tagName === 'INPUT');
    await repeatPresses(choices);
    repeatTyping();
    await repeatPresses(early.pressed.filter((control) => !choices.includes(control)));
  };
  /** Clicks for a press whose control is gone at its end, because the browser does not. */
  const endPress = ({ control, x, y }: NonNullable<typeof early.held>) =>
    document.addEventListener(
      'mouseup',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - x, clientY - y) >= mostMovedPixels) return;
        // A link whose part of the screen is not drawn yet leads to its page all the same.
        (successorOf(control) ?? (control as HTMLElement)).click();
      },
      { once: true },
    );
  new MutationObserver((_changes, observer) => {
    if (served.isConnected) return;
    observer.disconnect();
    if (early.held) endPress(early.held);
    void goOn();
  }).observe(root, { childList: true });
}
