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

type PlainNotice = { readonly kind: NoticeKind; readonly parameters: unknown };
type Words = Pick<Push, 'title' | 'body'>;
type Say = (words: Readonly<Record<Language, Words>>) => Words;

/** The kinds that are pushed. The others wait in the app: they concern the account, or nothing is lost by reading them late. */
export const pushedKinds: readonly NoticeKind[] = [
  'idolPassed',
  'roundOpens',
  'roundCloses',
  'roundClosesInHour',
  'endMoved',
  'luckOpens',
  'votesDecided',
  'giftReceived',
  'inviteRewarded',
  'rewardPaid',
  'rewardReady',
  'expiry',
  'raffleWon',
  'liveReminder',
];

const openRoomMs = 10 * 60_000;

/** Puts a notice into a push; undefined for a kind that is not pushed. Times are those of a zone. */
export function pushOf(
  { kind, parameters }: PlainNotice,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Push | undefined {
  const time = (instant: string) => formatPlacedDate(new Date(instant), language, { timeZone });
  const say: Say = (words) => words[language];
  switch (kind) {
    case 'idolPassed':
      return overtake(noticeKinds.idolPassed.parse(parameters), language);
    case 'roundCloses': {
      const { hours, ...round } = noticeKinds.roundCloses.parse(parameters);
      return closing(round, hours, say, time);
    }
    case 'roundClosesInHour':
      return closing(noticeKinds.roundClosesInHour.parse(parameters), 1, say, time);
    case 'roundOpens': {
      const { activityId, title, closesAt } = noticeKinds.roundOpens.parse(parameters);
      const words = say({
        en_US: { title: `Voting is open: ${title.en_US}`, body: `Until ${time(closesAt)}.` },
        zh_TW: { title: `開放投票：${title.zh_TW}`, body: `${time(closesAt)}截止。` },
      });
      return { ...words, to: ranking(activityId), staleAt: new Date(closesAt) };
    }
    case 'luckOpens':
      return luckOpens(noticeKinds.luckOpens.parse(parameters), say, time);
    case 'votesDecided':
      return votesDecided(noticeKinds.votesDecided.parse(parameters), say);
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
    default:
      return rewardPush({ kind, parameters }, say);
  }
}

/** Puts a notice of what a fan got into a push; undefined for a kind that is not pushed. */
function rewardPush({ kind, parameters }: PlainNotice, say: Say): Push | undefined {
  switch (kind) {
    case 'giftReceived': {
      const { title, num } = noticeKinds.giftReceived.parse(parameters);
      const words = say({
        en_US: { title: num === 1 ? 'You got a ticket' : `You got ${num} tickets`, body: `A gift for ${title.en_US}` },
        zh_TW: { title: `收到 ${num} 張投票券`, body: `${title.zh_TW}的贈票` },
      });
      return { ...words, to: '/support-record?tab=gifts&direction=received', staleAt: null };
    }
    case 'inviteRewarded': {
      const { points } = noticeKinds.inviteRewarded.parse(parameters);
      const words = say({
        en_US: { title: `${pointsInEnglish(points)} for your invite`, body: 'Your friend cast a first vote.' },
        zh_TW: { title: `邀請獎勵 ${points} 點數`, body: '你邀請的朋友投出了第一票。' },
      });
      return { ...words, to: '/my-invites', staleAt: null };
    }
    case 'rewardPaid': {
      const { title, points } = noticeKinds.rewardPaid.parse(parameters);
      const words = say({
        en_US: { title: `You got ${pointsInEnglish(points)}`, body: title.en_US },
        zh_TW: { title: `獲得 ${points} 點數`, body: title.zh_TW },
      });
      return { ...words, to: '/my-points', staleAt: null };
    }
    case 'rewardReady': {
      const { title, points } = noticeKinds.rewardReady.parse(parameters);
      const words = say({
        en_US: { title: `Claim ${pointsInEnglish(points)}`, body: title.en_US },
        zh_TW: { title: `領取 ${points} 點數`, body: title.zh_TW },
      });
      return { ...words, to: '/task', staleAt: null };
    }
    default:
      return undefined;
  }
}

const pointsInEnglish = (points: number) => (points === 1 ? '1 Point' : `${points} Points`);

const ranking = (activityId: string) => `/vote-activity?${new URLSearchParams({ activityId }).toString()}`;

type Time = (instant: string) => string;
type Closing = ParametersOf<'roundClosesInHour'>;

function closing({ activityId, title, closesAt }: Closing, hours: 24 | 1, say: Say, time: Time): Push {
  const words = say({
    en_US: {
      title: `${hours === 1 ? 'Last hour' : 'Last day'} to vote: ${title.en_US}`,
      body: `Voting ends ${time(closesAt)}.`,
    },
    zh_TW: { title: `投票最後一${hours === 1 ? '小時' : '天'}：${title.zh_TW}`, body: `${time(closesAt)}截止。` },
  });
  return { ...words, to: ranking(activityId), staleAt: new Date(closesAt) };
}

const luckPaths = {
  packet: (packetId: string) => `/packet?${new URLSearchParams({ packetId }).toString()}`,
  box: (activityId: string) => `/box?${new URLSearchParams({ activityId }).toString()}`,
  envelope: (activityId: string) => `/draw?${new URLSearchParams({ activityId }).toString()}`,
  raffle: (activityId: string) => `/draw?${new URLSearchParams({ activityId }).toString()}`,
};

function luckOpens(notice: ParametersOf<'luckOpens'>, say: Say, time: Time): Push {
  const { luckKind, luckId, title, opensAt, closesAt } = notice;
  const words = say({
    en_US: { title: `Opens: ${title.en_US}`, body: `From ${time(opensAt)} to ${time(closesAt)}.` },
    zh_TW: { title: `開放：${title.zh_TW}`, body: `${time(opensAt)}至${time(closesAt)}。` },
  });
  return { ...words, to: luckPaths[luckKind](luckId), staleAt: new Date(closesAt) };
}

function votesDecided({ activityId, title, num, verdict }: ParametersOf<'votesDecided'>, say: Say): Push {
  const votes = num === 1 ? '1 vote' : `${num} votes`;
  const isReleased = verdict === 'released';
  const words = say({
    en_US: {
      title: isReleased ? `${votes} checked: ${num === 1 ? 'it counts' : 'they count'}` : `${votes} didn’t count`,
      body: title.en_US,
    },
    zh_TW: { title: isReleased ? `${num} 票審核通過，已計入` : `${num} 票未計入`, body: title.zh_TW },
  });
  const query = new URLSearchParams({ activityId, state: verdict });
  return { ...words, to: `/support-record?${query.toString()}`, staleAt: null };
}

function overtake({ activityId, idol, passer }: ParametersOf<'idolPassed'>, language: Language): Push {
  const [her, other] = [idol.name[language], passer.name[language]];
  const { rank: place, votesToPass } = passer;
  const to = `/vote-activity?${new URLSearchParams({ activityId, vote: idol.idolId }).toString()}`;
  if (language === 'zh_TW') {
    const body = `第 ${idol.rank} 名，再 ${votesToPass} 票就到第 ${place} 名`;
    return { title: `${other}超前了${her}`, body, to, staleAt: null };
  }
  const votes = votesToPass === 1 ? '1 vote' : `${votesToPass} votes`;
  return { title: `${other} passed ${her}`, body: `#${idol.rank}, ${votes} from #${place}`, to, staleAt: null };
}

function expiry({ assets }: ParametersOf<'expiry'>, say: Say, time: Time): Push {
  const ends = Math.min(...assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  const last = time(new Date(ends - 1).toISOString());
  const words = say({
    en_US: { title: 'Some of your balance expires soon', body: `Use it until ${last}.` },
    zh_TW: { title: '你有餘額即將到期', body: `有效至${last}。` },
  });
  return { ...words, to: '/notifications', staleAt: new Date(ends) };
}
