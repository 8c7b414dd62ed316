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

type Reader = {
  readonly language: Language;
  readonly say: (words: Readonly<Record<Language, Words>>) => Words;
  /** Writes an instant in the fan's zone. */
  readonly time: (instant: string) => string;
};

type Write<Kind extends NoticeKind> = (parameters: ParametersOf<Kind>, reader: Reader) => Push;

/** The words of each kind. Null: it waits in the app, as it concerns the account, or nothing is lost by reading it late. */
const writers: { readonly [Kind in NoticeKind]: Write<Kind> | null } = {
  idolPassed: overtake,
  roundCloses: (round, reader) => closing({ ...round, hours: 24 }, reader),
  roundClosesInHour: (round, reader) => closing({ ...round, hours: 1 }, reader),
  roundOpens({ activityId, title, closesAt }, { say, time }) {
    const words = say({
      en_US: { title: `Voting is open: ${title.en_US}`, body: `Until ${time(closesAt)}.` },
      zh_TW: { title: `開放投票：${title.zh_TW}`, body: `${time(closesAt)}截止。` },
    });
    return { ...words, to: ranking(activityId), staleAt: new Date(closesAt) };
  },
  endMoved({ activityId, title, newEnd }, { say, time }) {
    const words = say({
      en_US: { title: `New deadline: ${title.en_US}`, body: `Voting now ends ${time(newEnd)}.` },
      zh_TW: { title: `截止時間變更：${title.zh_TW}`, body: `改為${time(newEnd)}截止。` },
    });
    return { ...words, to: ranking(activityId), staleAt: new Date(newEnd) };
  },
  luckOpens({ luckKind, luckId, title, opensAt, closesAt }, { say, time }) {
    const words = say({
      en_US: { title: `Opens: ${title.en_US}`, body: `From ${time(opensAt)} to ${time(closesAt)}.` },
      zh_TW: { title: `開放：${title.zh_TW}`, body: `${time(opensAt)}至${time(closesAt)}。` },
    });
    return { ...words, to: luckPaths[luckKind](luckId), staleAt: new Date(closesAt) };
  },
  votesSetAside: null,
  votesDecided({ activityId, title, num, verdict }, { say }) {
    const votes = num === 1 ? '1 vote' : `${num} votes`;
    const isReleased = verdict === 'released';
    const words = say({
      en_US: { title: `${votes} ${isReleased ? 'passed the check' : 'didn’t count'}`, body: title.en_US },
      zh_TW: { title: `${num} 票${isReleased ? '通過審核' : '未計入'}`, body: title.zh_TW },
    });
    return { ...words, to: address('/support-record', { activityId, state: verdict }), staleAt: null };
  },
  giftReceived({ title, num }, { say }) {
    const words = say({
      en_US: { title: num === 1 ? 'You got a ticket' : `You got ${num} tickets`, body: `A gift for ${title.en_US}` },
      zh_TW: { title: `收到 ${num} 張投票券`, body: `${title.zh_TW}的贈票` },
    });
    return { ...words, to: address('/support-record', { tab: 'gifts', direction: 'received' }), staleAt: null };
  },
  friendJoined: null,
  inviteRewarded({ points }, { say }) {
    const words = say({
      en_US: { title: `You got ${inEnglish(points)} for an invite`, body: 'Your friend cast a first vote.' },
      zh_TW: { title: `獲得邀請獎勵 ${points} 點數`, body: '你邀請的朋友投出了第一票。' },
    });
    return { ...words, to: '/my-invites', staleAt: null };
  },
  rewardPaid({ title, points }, { say }) {
    const words = say({
      en_US: { title: `You got ${inEnglish(points)}`, body: title.en_US },
      zh_TW: { title: `獲得 ${points} 點數`, body: title.zh_TW },
    });
    return { ...words, to: '/my-points', staleAt: null };
  },
  rewardRefused: null,
  rewardReady({ title, points }, { say }) {
    const words = say({
      en_US: { title: `Claim ${inEnglish(points)}`, body: title.en_US },
      zh_TW: { title: `領取 ${points} 點數`, body: title.zh_TW },
    });
    return { ...words, to: '/task', staleAt: null };
  },
  expiry({ assets }, { say, time }) {
    const ends = Math.min(...assets.map(({ expiresAt }) => Date.parse(expiresAt)));
    const last = time(new Date(ends - 1).toISOString());
    const words = say({
      en_US: { title: 'Some of your balance expires soon', body: `Use it by ${last}.` },
      zh_TW: { title: '你有餘額即將到期', body: `有效至${last}。` },
    });
    return { ...words, to: '/notifications', staleAt: new Date(ends) };
  },
  raffleWon({ activityId, title, prizeTitle }, { say }) {
    const words = say({
      en_US: { title: `You won: ${prizeTitle.en_US}`, body: `Raffle: ${title.en_US}` },
      zh_TW: { title: `恭喜中獎：${prizeTitle.zh_TW}`, body: `抽獎：${title.zh_TW}` },
    });
    return { ...words, to: address('/draw', { activityId }), staleAt: null };
  },
  raffleLost: null,
  liveReminder({ roomId, title, opensAt }, { say, time }) {
    const words = say({
      en_US: { title: `Starts soon: ${title.en_US}`, body: `At ${time(opensAt)}.` },
      zh_TW: { title: `即將開播：${title.zh_TW}`, body: `${time(opensAt)}開播。` },
    });
    return { ...words, to: address('/live', { roomId }), staleAt: new Date(Date.parse(opensAt) + openRoomMs) };
  },
  liveRefunded: null,
  orderRefunded: null,
  chatMuted: null,
  chatMuteLifted: null,
  chatAppealDecided: null,
  featuredFan: null,
  walletLinked: null,
  walletUnlinked: null,
};

/** The kinds that are pushed. */
export const pushedKinds: readonly NoticeKind[] = Object.entries(writers).flatMap(([kind, write]) =>
  write ? [kind as NoticeKind] : [],
);

/** Puts a notice into a push; undefined for a kind that is not pushed. Times are those of a zone. */
export function pushOf(
  { kind, parameters }: { readonly kind: NoticeKind; readonly parameters: unknown },
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Push | undefined {
  // The compiler cannot tell that the parameters are of the kind; the schema of the kind checks them.
  const write = writers[kind] as ((parameters: unknown, reader: Reader) => Push) | null;
  return write?.(noticeKinds[kind].parse(parameters), {
    language,
    say: (words) => words[language],
    time: (instant) => formatPlacedDate(new Date(instant), language, { timeZone }),
  });
}

const openRoomMs = 10 * 60_000;

function address(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

function ranking(activityId: string): string {
  return address('/vote-activity', { activityId });
}

const luckPaths = {
  packet: (packetId: string) => address('/packet', { packetId }),
  box: (activityId: string) => address('/box', { activityId }),
  envelope: (activityId: string) => address('/draw', { activityId }),
  raffle: (activityId: string) => address('/draw', { activityId }),
};

function inEnglish(points: number): string {
  return points === 1 ? '1 Point' : `${points} Points`;
}

function closing(
  { activityId, title, hours, closesAt }: ParametersOf<'roundCloses'> & { readonly hours: 24 | 1 },
  { say, time }: Pick<Reader, 'say' | 'time'>,
): Push {
  const words = say({
    en_US: {
      title: `${hours === 1 ? 'Last hour' : 'Last day'} to vote: ${title.en_US}`,
      body: `Voting ends ${time(closesAt)}.`,
    },
    zh_TW: { title: `投票最後一${hours === 1 ? '小時' : '天'}：${title.zh_TW}`, body: `${time(closesAt)}截止。` },
  });
  return { ...words, to: ranking(activityId), staleAt: new Date(closesAt) };
}

function overtake({ activityId, idol, passer }: ParametersOf<'idolPassed'>, { language }: Reader): Push {
  const [her, other] = [idol.name[language], passer.name[language]];
  const { rank: place, votesToPass } = passer;
  const to = address('/vote-activity', { activityId, vote: idol.idolId });
  if (language === 'zh_TW') {
    const body = `第 ${idol.rank} 名，再 ${votesToPass} 票就到第 ${place} 名`;
    return { title: `${other}超前了${her}`, body, to, staleAt: null };
  }
  const votes = votesToPass === 1 ? '1 vote takes' : `${votesToPass} votes take`;
  const body = `She’s #${idol.rank} now. ${votes} her to #${place}.`;
  return { title: `${other} passed ${her}`, body, to, staleAt: null };
}
