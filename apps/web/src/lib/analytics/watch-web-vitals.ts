import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { track } from './track.ts';

/** The most that the contract takes: ten minutes. */
const longestMs = 600_000;

/** Notes the Core Web Vitals of this page, and when its first byte and its first content came, as soon as each is known. */
export function watchWebVitals(): void {
  for (const watch of [onLCP, onINP, onCLS, onTTFB, onFCP]) watch(noteVital);
}

/**
 * Notes one vital within the bounds of the contract, which refuses a whole batch for one value beyond them: a tab that
 * slept while it loaded measures hours. What is no number says nothing and is left out.
 */
export function noteVital({ name: metric, value, rating }: Pick<MetricType, 'name' | 'value' | 'rating'>): void {
  if (Number.isNaN(value)) return;
  const digits = metric === 'CLS' ? 4 : 0;
  const bounded = Math.min(Math.max(value, 0), longestMs);
  track({ name: 'web_vital', metric, value: Number(bounded.toFixed(digits)), rating });
}
