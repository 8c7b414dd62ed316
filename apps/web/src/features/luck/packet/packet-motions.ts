/** `sealed` waits, `calling` wants to be grabbed, `opening` waits for the server, `full` shows a share, `empty` has none. */
export type PacketMood = 'sealed' | 'calling' | 'opening' | 'full' | 'empty';

/** The motion of one part; `at` is what it turns around, in the drawing's units. */
type Motion = {
  readonly part: string;
  readonly at?: string;
  readonly frames: Keyframe[];
  readonly timing: KeyframeAnimationOptions;
};

const always = { iterations: Number.POSITIVE_INFINITY } as const;
const springy = 'cubic-bezier(0.3, 1.5, 0.5, 1)';
const glow: Motion = {
  part: 'halo',
  frames: [{ opacity: 0.55 }, { opacity: 1 }],
  timing: { ...always, duration: 1700, direction: 'alternate', easing: 'ease-in-out' },
};
const twinkle: Motion = {
  part: 'stars',
  frames: [{ opacity: 0.25 }, { opacity: 1 }],
  timing: { ...always, duration: 1300, direction: 'alternate', easing: 'ease-in-out' },
};
const glint: Motion = {
  part: 'sheen',
  frames: [{ transform: 'none' }, { transform: 'translateX(420px)', offset: 0.3 }, { transform: 'translateX(420px)' }],
  timing: { ...always, duration: 4200, delay: 600, easing: 'ease-in-out' },
};
const turn: Motion = {
  part: 'beams',
  at: '130px 150px',
  frames: [{ transform: 'none' }, { transform: 'rotate(360deg)' }],
  timing: { ...always, duration: 48_000 },
};
/** A coin that turns, seen from the front. */
const turning = Array.from({ length: 17 }, (_, step) => ({ transform: `scaleX(${Math.cos((step * Math.PI) / 8)})` }));
const shaking = [0, -5, 5, -4, 4, -2, 0].map((degrees, step) => ({
  transform: `rotate(${degrees}deg)`,
  offset: (step / 6) * 0.42,
}));

const inMood: Readonly<Record<PacketMood, readonly Motion[]>> = {
  sealed: [
    glow,
    turn,
    glint,
    twinkle,
    {
      part: 'packet',
      at: '130px 274px',
      frames: [{ transform: 'none' }, { transform: 'scale(1.018, 1.03)' }],
      timing: { ...always, duration: 1700, direction: 'alternate', easing: 'ease-in-out' },
    },
  ],
  calling: [
    glow,
    turn,
    glint,
    twinkle,
    {
      part: 'packet',
      at: '130px 190px',
      frames: [...shaking, { transform: 'none' }],
      timing: { ...always, duration: 1250 },
    },
  ],
  opening: [
    glow,
    turn,
    twinkle,
    {
      part: 'packet',
      at: '130px 190px',
      frames: [-1.2, 1.2].map((degrees) => ({ transform: `rotate(${degrees}deg) scale(1.03)` })),
      timing: { ...always, duration: 70, direction: 'alternate' },
    },
    { part: 'seal', at: '130px 104px', frames: turning, timing: { ...always, duration: 640 } },
  ],
  full: [glow, turn, twinkle],
  empty: [],
};

/** The seal breaks, the flap goes up, and the packet makes room for what is inside. */
const unsealing: readonly Motion[] = [
  {
    part: 'seal',
    at: '130px 104px',
    frames: [
      { opacity: 1, transform: 'none' },
      { opacity: 1, transform: 'scale(1.22)', offset: 0.45 },
      { opacity: 0, transform: 'scale(0.3)' },
    ],
    timing: { duration: 240, fill: 'forwards' },
  },
  {
    part: 'flap',
    at: '130px 20px',
    frames: [
      { opacity: 1, transform: 'none' },
      { opacity: 1, transform: 'scaleY(0)' },
    ],
    timing: { duration: 170, delay: 200, fill: 'both', easing: 'ease-in' },
  },
  {
    part: 'open-flap',
    at: '130px 44px',
    frames: [{ transform: 'scaleY(0)' }, { transform: 'none' }],
    timing: { duration: 240, delay: 370, fill: 'both', easing: springy },
  },
  {
    part: 'packet',
    at: '130px 274px',
    frames: [{ transform: 'translateY(-29px) scale(1.11)' }, { transform: 'none' }],
    timing: { duration: 420, delay: 240, fill: 'both', easing: springy },
  },
];

const openings: Partial<Readonly<Record<PacketMood, readonly Motion[]>>> = {
  full: [
    ...unsealing,
    {
      part: 'card',
      frames: [{ transform: 'translateY(112px)' }, { transform: 'none' }],
      timing: { duration: 460, delay: 440, fill: 'both', easing: springy },
    },
    { part: 'words', frames: [{ opacity: 0 }, { opacity: 1 }], timing: { duration: 200, delay: 640, fill: 'both' } },
    glow,
    turn,
    twinkle,
  ],
  empty: unsealing,
};

/** The time at which the card has come out, in milliseconds after the answer. */
export const cardOutMs = 640;

export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Moves the parts of a packet by its mood, `isFresh` as it opens before the fan's eyes; nothing for those who prefer
 * less motion. Returns a function that ends the motions.
 */
export function playMotions(root: HTMLElement, mood: PacketMood, isFresh: boolean): (() => void) | undefined {
  if (prefersStill()) return undefined;
  const playing = ((isFresh && openings[mood]) || inMood[mood]).flatMap(({ part, at, frames, timing }) => {
    const element = root.querySelector<HTMLElement | SVGElement>(`[data-part="${part}"]`);
    if (!element) return [];
    element.style.transformOrigin = at ?? '';
    return element.animate(frames, timing);
  });
  return () => playing.forEach((animation) => animation.cancel());
}
