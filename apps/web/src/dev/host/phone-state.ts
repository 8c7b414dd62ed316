import { externalStore } from '#/lib/external-store.ts';

export type PhoneState = {
  /** Which start of the app this is; a new one is a new web view. */
  readonly start: number;
  /** The host has closed the web view and shows its own screen. */
  readonly isClosed: boolean;
  readonly isHeaderHidden: boolean;
  /** Where the app is: path, query and hash. */
  readonly address: string;
  /** The paths on which the way back leads, the first screen first; the host's own screen comes before all of them. */
  readonly backStack: readonly string[];
};

export const phoneStore = externalStore<PhoneState>({
  start: 1,
  isClosed: false,
  isHeaderHidden: false,
  address: '',
  backStack: [],
});

export function changePhone(change: Partial<PhoneState>): void {
  phoneStore.write({ ...phoneStore.read(), ...change });
}
