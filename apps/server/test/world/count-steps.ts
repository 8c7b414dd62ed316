/** What code did with texts and lists while it was watched. */
export type Steps = {
  /** Characters that patterns and searches passed over, characters normalised, and elements that callbacks were called for. */
  readonly total: number;
  /** The longest text that a normalisation was given, or a pattern that may read it from several places. */
  readonly longest: number;
};

const restores: (() => void)[] = [];
let total = 0;
let longest = 0;

type Method = (this: never, ...given: never[]) => unknown;

/** Replaces a method for the time of a count by one that counts too. */
function watch(
  owner: object,
  name: PropertyKey,
  count: (self: never, given: readonly unknown[], result: unknown, from: number) => void,
) {
  const described = Object.getOwnPropertyDescriptor(owner, name);
  if (!described) throw new Error(`${String(name)} is missing`);
  const own = described.value as Method;
  Object.defineProperty(owner, name, {
    ...described,
    value(this: never, ...given: never[]) {
      const from = (this as { lastIndex?: number }).lastIndex ?? 0;
      const result = own.apply(this, given);
      count(this, given, result, from);
      return result;
    },
  });
  restores.push(() => Object.defineProperty(owner, name, described));
}

/** Returns whether a pattern reads every text once: it is tied to the beginning, or is one class. */
const readsOnce = ({ source }: RegExp) =>
  source.startsWith('^') ||
  source.length === 2 ||
  (source.startsWith('[') && source.indexOf(']') === source.length - 1);

function saw(text: string): void {
  longest = Math.max(longest, text.length);
}

function begin(): void {
  total = 0;
  longest = 0;
  // Every use of a pattern goes through exec once that is not the engine's own.
  watch(RegExp.prototype, 'exec', (pattern: RegExp, [given], result, from) => {
    const text = String(given);
    const found = result as RegExpExecArray | null;
    if (!readsOnce(pattern)) saw(text);
    const begun = pattern.global || pattern.sticky ? from : 0;
    total += 1 + (found ? found.index + found[0].length : pattern.sticky ? begun : text.length) - begun;
  });
  watch(String.prototype, 'normalize', (text: string) => {
    saw(text);
    total += text.length;
  });
  watch(String.prototype, 'indexOf', (text: string, [, from], at) => {
    total += (at === -1 ? text.length : Number(at)) - Number(from ?? 0) + 1;
  });
  watch(String.prototype, 'includes', (text: string) => {
    total += text.length;
  });
  for (const name of ['filter', 'map', 'some', 'every', 'flatMap', 'reduce', 'find', 'findLast'] as const) {
    watch(Array.prototype, name, (list: unknown[]) => {
      total += list.length;
    });
  }
  watch(Array, 'from', (_, __, result) => {
    total += (result as unknown[]).length;
  });
}

function end(): void {
  for (const restore of restores.splice(0).toReversed()) restore();
}

/** Counts the work of synchronous code by what it asks of the language, so that a test needs no clock. */
export const countSteps = {
  during(work: () => unknown): Steps {
    begin();
    try {
      work();
    } finally {
      end();
    }
    return { total, longest };
  },
  end,
};
