import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { track } from './track.ts';

/** Notes the Core Web Vitals of this page, and when its first byte and its first content came, as soon as each is known. */
export function watchWebVitals(): void {
  for (const watch of [onLCP, onINP, onCLS, onTTFB, onFCP]) watch(note);
}

function note({ name: metric, value, rating }: MetricType): void {
  const digits = metric === 'CLS' ? 4 : 0;
  track({ name: 'web_vital', metric, value: Number(value.toFixed(digits)), rating });
}
