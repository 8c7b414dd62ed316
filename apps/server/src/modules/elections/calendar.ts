import type { Language } from '@lightstick/contract';
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import type { Activity } from './activities.view.ts';
import type { Round } from './activity.rules.ts';

type Asked = {
  readonly language: Language;
  readonly at: Date;
  /** The site's URL without a trailing slash, for links and ids. */
  readonly publicUrl: string;
  /** The platform's name, which calendars show as the source. */
  readonly company: string;
};

const hourMs = 60 * 60_000;
const hourSeconds = 60 * 60;
/** How long an opening takes in a calendar. */
const openingMs = hourMs / 2;

/**
 * Returns when the rounds of an activity open and close as a calendar (RFC 5545), without what is over; the last close stays,
 * because a calendar must not be empty. A close is the hour before it. A moved end replaces the one that a calendar has.
 */
export function calendarOf(activity: Activity, { language, at, publicUrl, company }: Asked): string {
  const title = activity.title[language];
  const calendar = ical({
    prodId: { company, product: 'Votes', language: language === 'zh_TW' ? 'ZH' : 'EN' },
  });
  const words = texts[language];
  const url = `${publicUrl}/vote-activity?${new URLSearchParams({ activityId: activity.id }).toString()}`;
  const isOnlyRound = activity.rounds.length === 1;
  for (const { round, opensAt, closesAt } of activity.rounds) {
    const id = (what: string) => `${activity.id}-${round}-${what}@${new URL(publicUrl).host}`;
    const name = isOnlyRound ? title : words.ofRound(title, round);
    const moves = activity.movedEnds.filter((moved) => moved.round === round);
    // The time of the last change rather than of the download, so that an unchanged file keeps its entity tag.
    const stamp = moves.at(-1)?.movedAt ?? activity.opensAt;
    const event = { stamp, url, transparency: ICalEventTransparency.TRANSPARENT };
    if (opensAt > at) {
      const end = new Date(opensAt.getTime() + openingMs);
      calendar.createEvent({ ...event, id: id('opens'), start: opensAt, end, summary: words.opens(name) });
    }
    if (closesAt <= at && round < activity.rounds.length) continue;
    calendar.createEvent({
      ...event,
      id: id('closes'),
      sequence: moves.length,
      start: new Date(closesAt.getTime() - hourMs),
      end: closesAt,
      summary: words.closes(name),
      alarms: remindersOf({ opensAt, closesAt }).map((hours) => ({
        type: ICalAlarmType.display,
        // Before the start, because not every calendar knows reminders before an end.
        triggerBefore: (hours - 1) * hourSeconds,
        description: words.closes(name),
      })),
    });
  }
  return calendar.toString();
}

/** Returns how many hours before a close a calendar reminds: not before the round has opened. */
function remindersOf({ opensAt, closesAt }: Pick<Round, 'opensAt' | 'closesAt'>): number[] {
  return [24, 1].filter((hours) => opensAt.getTime() < closesAt.getTime() - hours * hourMs);
}

type Words = {
  readonly ofRound: (title: string, round: number) => string;
  readonly opens: (name: string) => string;
  readonly closes: (name: string) => string;
};

const texts: Readonly<Record<Language, Words>> = {
  en_US: {
    ofRound: (title, round) => `${title}, round ${round}`,
    opens: (name) => `Voting opens: ${name}`,
    closes: (name) => `Last hour to vote: ${name}`,
  },
  zh_TW: {
    ofRound: (title, round) => `${title} 第 ${round} 輪`,
    opens: (name) => `開放投票：${name}`,
    closes: (name) => `投票最後一小時：${name}`,
  },
};
