import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, showToast, toasts, createToastClock } from './toast-store.ts';

const titles = () => toasts.read().map(({ title }) => title);

function clearToasts(): void {
  for (const { id } of toasts.read()) dismissToast(id);
}

describe('toasts', () => {
  beforeEach(() => {
    // Unit tests share their modules, so a test of another file may have left some.
    clearToasts();
    vi.useFakeTimers();
  });
  afterEach(() => {
    clearToasts();
    vi.useRealTimers();
  });

  test('stay for 4.5 s', () => {
    showToast({ kind: 'notice', title: 'Saved' });
    vi.advanceTimersByTime(4499);
    expect(titles()).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  test('with a link stay for 12 s', () => {
    showToast({ kind: 'success', title: 'Confirmed', link: { href: '/my-luck', text: 'See it' } });
    vi.advanceTimersByTime(11_999);
    expect(titles()).toEqual(['Confirmed']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  test('are at most three, the oldest giving way', () => {
    for (const title of ['one', 'two', 'three', 'four']) showToast({ kind: 'notice', title });
    expect(titles()).toEqual(['two', 'three', 'four']);
  });

  test.each([
    { kind: 'error', title: 'Error', detail: '' },
    { kind: 'error', title: 'Error', detail: '  ' },
    { kind: 'notice', title: '' },
  ] as const)('without a message are not shown: %o', (toast) => {
    showToast(toast);
    expect(titles()).toEqual([]);
  });
});

describe('the clock of the toasts', () => {
  let gone: number[] = [];
  const begin = () => createToastClock(4500, (id) => gone.push(id));

  beforeEach(() => {
    gone = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  test('gives each toast its own 4.5 s', () => {
    const clock = begin();
    clock.start(1);
    vi.advanceTimersByTime(1000);
    clock.start(2);
    vi.advanceTimersByTime(3499);
    expect(gone).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(gone).toEqual([1]);
    vi.advanceTimersByTime(1000);
    expect(gone).toEqual([1, 2]);
  });

  test('stands still while one is held, and goes on with what was left', () => {
    const clock = begin();
    clock.start(1);
    vi.advanceTimersByTime(4000);
    clock.hold('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('pointer 1');
    vi.advanceTimersByTime(499);
    expect(gone).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(gone).toEqual([1]);
  });

  test('stands still until the last holder releases it', () => {
    const clock = begin();
    clock.start(1);
    clock.hold('pointer 1');
    clock.hold('hidden');
    clock.release('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('hidden');
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([1]);
  });

  test('stands still for the focus when the pointer leaves', () => {
    const clock = begin();
    clock.start(1);
    clock.hold('pointer 1');
    clock.hold('focus 1');
    clock.release('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
  });

  test('does not begin for a toast that comes while it stands still', () => {
    const clock = begin();
    clock.hold('hidden');
    clock.start(1);
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('hidden');
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([1]);
  });

  test('is not held by a toast that was dismissed under the pointer', () => {
    const clock = begin();
    clock.start(1);
    clock.start(2);
    clock.hold('pointer 1');
    clock.stop(1);
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([2]);
  });
});
