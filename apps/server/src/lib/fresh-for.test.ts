import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { afterEach, expect, it, vi } from 'vitest';
import { freshFor } from './fresh-for.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('ends when its time is over, also before the event loop has run a timer', () => {
  const startedAtMs = performance.now();
  const now = vi.spyOn(performance, 'now').mockReturnValue(startedAtMs);
  const cache = new LRUCache<string, string>({ max: 1, ...freshFor(2_000) });
  cache.set('room', 'free');
  now.mockReturnValue(startedAtMs + 2_000);
  expect(cache.get('room')).toBe('free');
  now.mockReturnValue(startedAtMs + 2_001);
  expect(cache.get('room')).toBeUndefined();
});

it('is how every cache of the server states the age of its values', () => {
  const folder = join(import.meta.dirname, '..');
  const withOwnTime = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file === 'lib/fresh-for.ts') return false;
    const text = readFileSync(join(folder, file), 'utf8');
    return text.includes('new LRUCache') && /\bttl\b/.test(text);
  });
  expect(withOwnTime).toEqual([]);
});
