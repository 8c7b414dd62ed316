import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, showToast, toasts } from './toast-store.ts';

const titles = () => toasts.read().map(({ title }) => title);

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const { id } of toasts.read()) dismissToast(id);
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
