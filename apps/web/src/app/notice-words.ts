import type { Contract, DataOf } from '@lightstick/contract';
import { givenKind, givenText } from '#/features/luck/given.ts';
import { packetPath } from '#/features/luck/luck-queries.ts';
import { roomPath } from '#/features/live/live-queries.ts';
import { shortAddress } from '#/lib/format/text.ts';
import type { ZonedDates } from '#/lib/format/zoned-date.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { supportRecordPath } from './support-record-path.ts';

export type Notice = DataOf<Contract['GET /wallet/api/v1/notice/getNotices']>['list'][number];

type NoticeWords = { readonly title: string; readonly text: string; readonly to: string };

type Reader = {
  readonly t: Translate;
  /** Dates in the platform's zone. */
  readonly dates: Pick<ZonedDates, 'format'>;
  readonly nowMs: number;
};

/** Returns what a notice says to its fan, and a link to what it is about. */
export function noticeWords(notice: Notice, reader: Reader): NoticeWords {
  const { t, dates } = reader;
  switch (notice.kind) {
    case 'expiry':
      return expiryWords(notice, reader);
    case 'orderRefunded':
    case 'liveRefunded':
      return refundWords(notice, t);
    case 'raffleWon': {
      const { title, prizeTitle } = notice;
      return {
        title: t('notices.won', { prize: prizeTitle }),
        text: t('notices.wonText', { title }),
        to: drawPath(notice),
      };
    }
    case 'raffleLost':
      return {
        title: t('notices.lost', { title: notice.title }),
        text: t('notices.lostText'),
        to: drawPath(notice),
      };
    case 'endMoved':
      return endMovedWords(notice, reader);
    case 'liveReminder': {
      const { title, opensAt } = notice;
      return {
        title: t('notices.liveReminder', { title }),
        text: t('notices.liveReminderText', { time: dates.format(opensAt, 'placed') }),
        to: roomPath(notice.roomId),
      };
    }
    case 'chatMuted':
    case 'chatMuteLifted':
    case 'chatAppealDecided':
      return chatWords(notice, t);
    case 'featuredFan':
      return {
        title: t('notices.featured'),
        text: t('notices.featuredText', { hands: notice.hands }),
        to: '/agent-live-room',
      };
    case 'idolPassed':
      return idolPassedWords(notice, t);
    case 'roundCloses':
      return roundClosesWords(notice, reader);
    case 'roundOpens':
      return roundOpensWords(notice, reader);
    case 'luckOpens':
      return luckWords(notice, reader);
    case 'votesSetAside':
    case 'votesDecided':
      return checkWords(notice, t);
    case 'giftReceived':
    case 'friendJoined':
    case 'inviteRewarded':
    case 'rewardPaid':
    case 'rewardRefused':
    case 'rewardReady':
      return rewardWords(notice, t);
    case 'walletLinked':
    case 'walletUnlinked':
      return {
        title: t(`notices.${notice.kind}`, { wallet: shortAddress(notice.wallet) }),
        text: t('notices.walletNotYou'),
        to: '/my-security',
      };
  }
}

function refundWords(notice: Extract<Notice, { kind: 'orderRefunded' | 'liveRefunded' }>, t: Translate): NoticeWords {
  const { title, paid: points } = notice;
  if (notice.kind === 'orderRefunded') {
    const text = t('notices.refundedText', { points });
    return { title: t('notices.refunded', { title }), text, to: '/my-orders?tab=orders' };
  }
  const text = t('notices.liveRefundedText', { points });
  return { title: t('notices.liveRefunded', { title }), text, to: roomPath(notice.roomId) };
}

function roundOpensWords(
  { activityId, title, closesAt }: Extract<Notice, { kind: 'roundOpens' }>,
  { t, dates, nowMs }: Reader,
): NoticeWords {
  return {
    title: t(nowMs < Date.parse(closesAt) ? 'notices.roundOpen' : 'notices.closed', { title }),
    text: t('notices.closesText', { time: dates.format(closesAt, 'placed') }),
    to: rankingPath(activityId),
  };
}

function endMovedWords(notice: Extract<Notice, { kind: 'endMoved' }>, { t, dates }: Reader): NoticeWords {
  const { activityId, title, reason, formerEnd, newEnd } = notice;
  return {
    title: t(Date.parse(newEnd) > Date.parse(formerEnd) ? 'notices.endLater' : 'notices.endEarlier', { title }),
    text: t('notices.endMovedText', {
      time: dates.format(newEnd, 'placed'),
      former: dates.format(formerEnd, 'moment'),
      reason,
    }),
    to: rankingPath(activityId),
  };
}

type LuckNotice = Extract<Notice, { kind: 'luckOpens' }>;

const luckPaths = {
  packet: (packetId: string) => packetPath({ packetId }),
  box: (activityId: string) => `/box?activityId=${encodeURIComponent(activityId)}`,
  envelope: (activityId: string) => drawPath({ activityId }),
  raffle: (activityId: string) => drawPath({ activityId }),
} as const satisfies Record<LuckNotice['luckKind'], (id: string) => string>;

function luckWords(notice: LuckNotice, { t, dates, nowMs }: Reader): NoticeWords {
  const { luckKind, luckId, title, opensAt, closesAt } = notice;
  const id =
    nowMs < Date.parse(opensAt)
      ? 'notices.luckSoon'
      : nowMs < Date.parse(closesAt)
        ? 'notices.luckOpen'
        : 'notices.luckEnded';
  return {
    title: t(id, { title }),
    text: t('notices.luckText', { from: dates.format(opensAt, 'moment'), to: dates.format(closesAt, 'placed') }),
    to: luckPaths[luckKind](luckId),
  };
}

/** Says that votes wait for a check, or what came of it. */
function checkWords(notice: Extract<Notice, { kind: 'votesSetAside' | 'votesDecided' }>, t: Translate): NoticeWords {
  const { activityId, title } = notice;
  if (notice.kind === 'votesSetAside') {
    return {
      title: t('notices.votesWait'),
      text: t('notices.votesWaitText', { title }),
      to: supportRecordPath({ activityId, state: 'quarantined' }),
    };
  }
  const { num: votes, verdict, reason } = notice;
  return {
    title: t(verdict === 'released' ? 'notices.votesChecked' : 'notices.votesRefused', { votes }),
    text: t('notices.votesText', { title, reason }),
    to: supportRecordPath({ activityId, state: verdict }),
  };
}

type RewardKind = 'giftReceived' | 'friendJoined' | 'inviteRewarded' | 'rewardPaid' | 'rewardRefused' | 'rewardReady';

/** Says what the fan got from others or for tasks. */
function rewardWords(notice: Extract<Notice, { kind: RewardKind }>, t: Translate): NoticeWords {
  switch (notice.kind) {
    case 'giftReceived': {
      const { title, num: count } = notice;
      const to = supportRecordPath({ kind: 'gifts', direction: 'received' });
      return { title: t('notices.gift', { count }), text: t('notices.giftText', { title }), to };
    }
    case 'friendJoined':
      return { title: t('notices.friendJoined'), text: t('notices.friendJoinedText'), to: '/my-invites' };
    case 'inviteRewarded': {
      const { points } = notice;
      return {
        title: t('notices.inviteRewarded', { points }),
        text: t('notices.inviteRewardedText'),
        to: '/my-invites',
      };
    }
    case 'rewardPaid': {
      const { title, points } = notice;
      return {
        title: t('notices.rewardPaid', { points }),
        text: t('notices.rewardPaidText', { title }),
        to: '/my-points',
      };
    }
    case 'rewardRefused': {
      const { title, reason } = notice;
      return {
        title: t('notices.rewardRefused', { title }),
        text: t('notices.rewardRefusedText', { reason }),
        to: '/my-tasks',
      };
    }
    case 'rewardReady': {
      const { title, points } = notice;
      return { title: t('notices.claimReady', { points }), text: t('notices.claimReadyText', { title }), to: '/task' };
    }
  }
}

const rankingPath = (activityId: string) => `/vote-activity?activityId=${encodeURIComponent(activityId)}`;

function idolPassedWords(notice: Extract<Notice, { kind: 'idolPassed' }>, t: Translate): NoticeWords {
  const { activityId, idol, passer, others } = notice;
  return {
    title: t('notices.idolPassed', { idol: idol.name, passer: passer.name, others }),
    text: t('notices.idolPassedText', { rank: idol.rank, votes: passer.votesToPass, place: passer.rank }),
    to: `/vote-activity?${new URLSearchParams({ activityId, vote: idol.idolId }).toString()}`,
  };
}

function roundClosesWords(
  { activityId, title, hours, closesAt }: Extract<Notice, { kind: 'roundCloses' }>,
  { t, dates, nowMs }: Reader,
): NoticeWords {
  const id = hours === 1 ? 'notices.closesInHour' : 'notices.closesInDay';
  return {
    title: t(nowMs < Date.parse(closesAt) ? id : 'notices.closed', { title }),
    text: t('notices.closesText', { time: dates.format(closesAt, 'placed') }),
    to: rankingPath(activityId),
  };
}

type ChatNotice = Extract<Notice, { kind: 'chatMuted' | 'chatMuteLifted' | 'chatAppealDecided' }>;

/** Says what was decided about the fan's messages in chats. */
function chatWords(notice: ChatNotice, t: Translate): NoticeWords {
  if (notice.kind === 'chatAppealDecided') {
    return {
      title: t(notice.granted ? 'notices.appealGranted' : 'notices.appealRefused'),
      text: t(notice.granted ? 'notices.appealGrantedText' : 'notices.appealRefusedText'),
      to: '/live',
    };
  }
  const isEverywhere = notice.roomId === null;
  const to = notice.roomId === null ? '/live' : roomPath(notice.roomId);
  if (notice.kind === 'chatMuteLifted') {
    const text = t(isEverywhere ? 'notices.muteLiftedEverywhereText' : 'notices.muteLiftedText');
    return { title: t('notices.muteLifted'), text, to };
  }
  return {
    title: t(isEverywhere ? 'notices.mutedEverywhere' : 'notices.muted'),
    text: t('notices.mutedText', { reason: notice.reason }),
    to,
  };
}

const drawPath = ({ activityId }: { activityId: string }) => `/draw?activityId=${encodeURIComponent(activityId)}`;

/** Names one time for all of it: the earliest, so that nothing is gone before it. */
function expiryWords({ assets }: Extract<Notice, { kind: 'expiry' }>, { t, dates, nowMs }: Reader): NoticeWords {
  const amounts = assets.map((asset) => givenText(asset, t)).join(t('notices.and'));
  const expiresMs = Math.min(...assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  return {
    title: t(nowMs < expiresMs ? 'notices.expiring' : 'notices.expired', { amounts }),
    // The last minute in which they can be used.
    text: t('notices.until', { time: dates.format(expiresMs - 1, 'placed') }),
    to: assets.some(({ assetName }) => givenKind(assetName) === 'points') ? '/mall' : '/vote-activity',
  };
}
