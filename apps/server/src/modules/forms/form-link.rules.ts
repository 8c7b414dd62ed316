import { nextOccurrenceStart } from '#/modules/tasks/index.ts';
import type { Form, FormTask } from './form.ts';

/** How long a form can be filled in after its address was handed out. */
const longestMs = 24 * 60 * 60 * 1000;

/** The address of a form for one fan: with their parameter in its place, or as a query parameter of its own. */
export function formAddress({ url, parameter }: Form, value: string, publicUrl: string): string {
  if (parameter === null) return new URL(url.replaceAll('{parameter}', value), publicUrl).href;
  const address = new URL(url, publicUrl);
  address.searchParams.set(parameter, value);
  return address.href;
}

/**
 * Until when a parameter is good: a day, but never beyond the occurrence or the task, for which a later entry could not
 * be claimed any more.
 */
export function parameterExpiry(
  { period, endsAt }: Pick<FormTask, 'period' | 'endsAt'>,
  at: Date,
  timeZone: string,
): Date {
  const ends = [nextOccurrenceStart(period, at, timeZone), endsAt ?? undefined].flatMap((end) => end?.getTime() ?? []);
  return new Date(Math.min(at.getTime() + longestMs, ...ends));
}
