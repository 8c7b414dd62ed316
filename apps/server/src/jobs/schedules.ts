/** The times of scheduled jobs, by their ids, as crontab patterns in UTC: `minute hour day month weekday`. */
export const schedules = {
  'count-earned-points': everyMinute(),
  'deliver-webhooks': everyMinute(),
  'count-fan-days': everyMinute(),
  'end-silent-broadcasts': everyMinute(),
  'mark-riddles': everyMinute(),
  'move-live-rooms': everyMinute(),
  'move-luck': everyMinute(),
  'move-staking': everyMinute(),
  'notify-of-closes': everyMinute(),
  'notify-of-luck': everyMinute(),
  'notify-of-moved-ends': everyMinute(),
  'notify-of-openings': everyMinute(),
  'record-round-events': everyMinute(),
  'reward-invites': everyMinute(),
  'send-pushes': everyMinute(),
  'send-transactions': everyMinute(),

  'release-held-claims': everyMinutes(5),
  'resume-orders': everyMinutes(5),
  'notify-of-set-aside': everyMinutes(5, 2),
  // Soon after the ranking of an hour is kept.
  'notify-of-overtakes': everyMinutes(5, 1),
  'expire-assets': everyMinutes(10),
  'expire-fan-videos': everyMinutes(10),
  'forget-live-sessions': everyMinutes(10),
  'forget-vote-observations': everyMinutes(10),
  'recheck-fan-videos': everyMinutes(10),
  'sweep-rate-limits': everyMinutes(10),
  // Zones begin their days at quarters of an hour.
  'feature-fan': everyMinutes(15, 1),
  'send-digests': everyMinutes(15, 2),
  'sweep-accounts': everyMinutes(15),
  'sweep-social': everyMinutes(15),
  'sweep-wallet-challenges': everyMinutes(15),

  'erase-fans': hourlyAt(5),
  'remind-of-expiry': hourlyAt(15),
  'forget-failed-jobs': hourlyAt(25),
  'sweep-avatars': hourlyAt(25),
  'sweep-fan-videos': hourlyAt(35),
  'sweep-development-inbox': hourlyAt(40),
  'forget-broadcasts': hourlyAt(41),
  'measure-database': hourlyAt(50),

  'open-coming-books': dailyAt(0, 30),
  'forget-answers': dailyAt(3, 10),
  'forget-analytics-events': dailyAt(3, 20),
  'forget-notices': dailyAt(3, 30),
  'forget-chat': dailyAt(3, 40),
  'forget-test-coin-networks': dailyAt(3, 40),
  'forget-claim-counts': dailyAt(3, 50),
  'forget-questions': dailyAt(3, 50),
  'forget-webhooks': dailyAt(3, 50),
  'warn-of-ending-tokens': dailyAt(4, 0),
} satisfies Readonly<Record<string, string>>;

export type ScheduledJobId = keyof typeof schedules;

/** Returns a job's schedule; undefined for a job that only runs when it is queued. */
export function scheduleOf(id: string): string | undefined {
  return Object.hasOwn(schedules, id) ? schedules[id as ScheduledJobId] : undefined;
}

export function everyMinute(): string {
  return '* * * * *';
}

/** Returns the pattern of an interval in minutes, first at a minute of the hour. The interval must divide an hour. */
export function everyMinutes(interval: number, first = 0): string {
  assertWithin('An interval', interval, 2, 30);
  if (60 % interval !== 0) throw new RangeError(`${interval} minutes do not divide an hour`);
  assertWithin('A first minute', first, 0, interval - 1);
  const minutes = Array.from({ length: 60 / interval }, (_, step) => first + step * interval);
  return `${minutes.join(',')} * * * *`;
}

export function hourlyAt(minute: number): string {
  assertWithin('A minute', minute, 0, 59);
  return `${minute} * * * *`;
}

export function dailyAt(hour: number, minute: number): string {
  assertWithin('An hour', hour, 0, 23);
  assertWithin('A minute', minute, 0, 59);
  return `${minute} ${hour} * * *`;
}

function assertWithin(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${name} is ${value}; expected a whole number from ${least} to ${most}`);
  }
}
