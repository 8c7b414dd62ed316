import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { usePlatform } from '#/lib/platform.ts';

/** iOS alone has this method, and asks the person after a tap. */
type AskedSensor = typeof DeviceOrientationEvent & {
  readonly requestPermission?: () => Promise<'granted' | 'denied'>;
};

type Posture = { readonly across: number; readonly along: number };

/** The turn of a device, in degrees from how it is held, at which a card is tilted as far as it goes. */
const fullTurn = 40;
/** The share by which the posture that counts as straight follows the device with each reading. */
const following = 0.01;

/** The person's answer in this page, so that a card which is shown again does not ask again. */
let answer: 'granted' | 'denied' | undefined;

/** Moves a photocard and the light on its foil (following.css): under a mouse, else with the device where that is allowed. */
export function PhotocardMotion({ card }: { card: HTMLElement }): ReactNode {
  const t = useText();
  const isInHost = usePlatform() === 'app';
  const hasMouse = matchMedia('(hover: hover)').matches;
  const ask = typeof DeviceOrientationEvent === 'undefined' ? undefined : askOf(DeviceOrientationEvent);
  const [permission, setPermission] = useState(() => (ask ? answer : 'granted'));
  const turnsWithDevice = !hasMouse && !isInHost && permission === 'granted';
  useEffect(() => {
    if (hasMouse) return tiltUnderPointer(card);
    return turnsWithDevice ? whileInSight(card, () => tiltWithDevice(card)) : undefined;
  }, [card, hasMouse, turnsWithDevice]);
  if (hasMouse || isInHost || !ask || permission !== undefined) return null;
  const press = async () => {
    answer = await ask().catch(() => 'denied' as const);
    setPermission(answer);
  };
  return (
    <button
      type="button"
      className="press absolute inset-x-0 top-0 z-10 grid h-11 place-content-center"
      onClick={() => void press()}
    >
      <span className="photocard-ask text-caption font-bold">{t('following.tilt')}</span>
    </button>
  );
}

function askOf(sensor: AskedSensor): (() => Promise<'granted' | 'denied'>) | undefined {
  return sensor.requestPermission && (() => sensor.requestPermission?.() ?? Promise.resolve('denied'));
}

/** Tilts a card by shares of -0.5 to 0.5 of its full tilt. */
function tilt(card: HTMLElement, x: number, y: number): void {
  card.style.setProperty('--tilt-x', x.toFixed(2));
  card.style.setProperty('--tilt-y', y.toFixed(2));
}

function tiltUnderPointer(card: HTMLElement): () => void {
  const watching = new AbortController();
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    tilt(card, (clientX - left) / width - 0.5, (clientY - top) / height - 0.5);
  };
  card.addEventListener('pointermove', follow, { signal: watching.signal });
  card.addEventListener('pointerleave', () => tilt(card, 0, 0), { signal: watching.signal });
  return () => watching.abort();
}

/** Reads the sensor until it is stopped, and then straightens the card. */
function tiltWithDevice(card: HTMLElement): () => void {
  let straight: Posture | undefined;
  const follow = ({ beta, gamma }: DeviceOrientationEvent) => {
    // A device without the sensor sends one event without values.
    if (beta === null || gamma === null) return;
    const held = turned({ across: gamma, along: beta }, screen.orientation?.angle ?? 0);
    straight ??= held;
    tilt(card, share(held.across - straight.across), share(held.along - straight.along));
    straight = { across: approach(straight.across, held.across), along: approach(straight.along, held.along) };
  };
  addEventListener('deviceorientation', follow);
  return () => {
    removeEventListener('deviceorientation', follow);
    tilt(card, 0, 0);
  };
}

/** Returns the posture as it is seen on a screen that is turned by so many degrees. */
function turned({ across, along }: Posture, angle: number): Posture {
  if (angle === 90) return { across: along, along: -across };
  if (angle === 270) return { across: -along, along: across };
  return angle === 180 ? { across: -across, along: -along } : { across, along };
}

const share = (degrees: number): number => Math.max(-0.5, Math.min(0.5, degrees / (2 * fullTurn)));
const approach = (from: number, to: number): number => from + (to - from) * following;

/** Runs what needs the sensor only while the card is on the screen. */
function whileInSight(card: HTMLElement, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const observer = new IntersectionObserver((entries) => {
    stop?.();
    stop = entries.at(-1)?.isIntersecting ? start() : undefined;
  });
  observer.observe(card);
  return () => {
    observer.disconnect();
    stop?.();
  };
}
