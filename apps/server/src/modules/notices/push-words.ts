import type { Language } from '@lightstick/contract';
import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import { type NoticeKind, noticeKinds, type ParametersOf } from './notice-kinds.ts';

/** What a push says, where a press leads, and from when it says nothing any more. */
export type Push = {
  readonly title: string;
  readonly body: string;
  readonly to: string;
  readonly staleAt: Date | null;
};

type Words = Pick<Push, 'title' | 'body'>;
type Say = (words: Readonly<Record<Language, Words>>) => Words;

/** The kinds that are pushed. The others wait in the app: they concern the account, or nothing is lost by reading them late. */
export const pushedKinds: readonly NoticeKind[] = [
  'idolPassed',
  'roundCloses',
  'endMoved',
  'expiry',
  'raffleWon',
  'liveReminder',
];

const openRoomMs = 10 * 60_000;

/** Puts a notice into a push; undefined for a kind that is not pushed. Times are those of a zone. */
export function pushOf(
  { kind, parameters }: { readonly kind: NoticeKind; readonly parameters: unknown },
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Push | undefined {
  const time = (instant: string) => formatPlacedDate(new Date(instant), language, { timeZone });
  const say: Say = (words) => words[language];
  switch (kind) {
    case 'idolPassed':
      return overtake(noticeKinds.idolPassed.parse(parameters), language);
    case 'roundCloses': {
      const { activityId, title, hours, closesAt } = noticeKinds.roundCloses.parse(parameters);
      const words = say({
        en_US: {
          title: `${hours === 1 ? 'Last hour' : 'Last day'} to vote: ${title.en_US}`,
          body: `Voting ends ${time(closesAt)}.`,
        },
        zh_TW: { title: `投票最後一${hours === 1 ? '小時' : '天'}：${title.zh_TW}`, body: `${time(closesAt)}截止。` },
      });
      return { ...words, to: ranking(activityId), staleAt: new Date(closesAt) };
    }
    case 'endMoved': {
      const { activityId, title, newEnd } = noticeKinds.endMoved.parse(parameters);
      const words = say({
        en_US: { title: `New deadline: ${title.en_US}`, body: `Voting now ends ${time(newEnd)}.` },
        zh_TW: { title: `截止時間變更：${title.zh_TW}`, body: `改為${time(newEnd)}截止。` },
      });
      return { ...words, to: ranking(activityId), staleAt: new Date(newEnd) };
    }
    case 'expiry':
      return expiry(noticeKinds.expiry.parse(parameters), say, time);
    case 'raffleWon': {
      const { activityId, title, prizeTitle } = noticeKinds.raffleWon.parse(parameters);
      const words = say({
        en_US: { title: `You won: ${prizeTitle.en_US}`, body: `Raffle: ${title.en_US}` },
        zh_TW: { title: `恭喜中獎：${prizeTitle.zh_TW}`, body: `抽獎：${title.zh_TW}` },
      });
      return { ...words, to: `/draw?${new URLSearchParams({ activityId }).toString()}`, staleAt: null };
    }
    case 'liveReminder': {
      const { roomId, title, opensAt } = noticeKinds.liveReminder.parse(parameters);
      const words = say({
        en_US: { title: `Starts soon: ${title.en_US}`, body: `At ${time(opensAt)}.` },
        zh_TW: { title: `即將開播：${title.zh_TW}`, body: `${time(opensAt)}開播。` },
      });
      const staleAt = new Date(Date.parse(opensAt) + openRoomMs);
      return { ...words, to: `/live?${new URLSearchParams({ roomId }).toString()}`, staleAt };
    }
    case 'chatAppealDecided':
    case 'chatMuteLifted':
    case 'chatMuted':
    case 'featuredFan':
    case 'liveRefunded':
    case 'orderRefunded':
    case 'raffleLost':
    case 'walletLinked':
    case 'walletUnlinked':
      return undefined;
  }
}

const ranking = (activityId: string) => `/vote-activity?${new URLSearchParams({ activityId }).toString()}`;

function overtake({ activityId, idol, passer }: ParametersOf<'idolPassed'>, language: Language): Push {
  const [her, other] = [idol.name[language], passer.name[language]];
  const { rank: place, votesToPass } = passer;
  const to = `/vote-activity?${new URLSearchParams({ activityId, vote: idol.idolId }).toString()}`;
  if (language === 'zh_TW') {
    const body = `第 ${idol.rank} 名，再 ${votesToPass} 票就到第 ${place} 名`;
    return { title: `${other}超前了${her}`, body, to, staleAt: null };
  }
  const votes = votesToPass === 1 ? '1 vote takes' : `${votesToPass} votes take`;
  const body = `She’s #${idol.rank} now. ${votes} her to #${place}.`;
  return { title: `${other} passed ${her}`, body, to, staleAt: null };
}

function expiry({ assets }: ParametersOf<'expiry'>, say: Say, time: (instant: string) => string): Push {
  const ends = Math.min(...assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  const last = time(new Date(ends - 1).toISOString());
  const words = say({
    en_US: { title: 'Some of your balance expires soon', body: `Use it by ${last}.` },
    zh_TW: { title: '你有餘額即將到期', body: `有效至${last}。` },
  });
  return { ...words, to: '/notifications', staleAt: new Date(ends) };
}
