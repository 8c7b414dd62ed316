import { expect, test } from 'vitest';
import { zonedDates } from '#/lib/format/zoned-date.ts';
import { noticeWords } from './notice-words.ts';

const expiresAt = '2026-11-30T16:00:00.000Z';
const expiry = {
  kind: 'expiry',
  noticeId: '1',
  createdAt: '2026-11-23T04:00:00.000Z',
  isRead: false,
  daysLeft: 7,
} as const;
const points = { assetName: 'POINT', amount: 1200, expiresAt };
const votes = { assetName: 'MEET_VOTE_2', amount: 3, expiresAt: '2026-11-28T12:00:00.000Z' };
const reader = (nowMs: number) => ({
  t: (id: string, values: object = {}) => [id, ...Object.values(values)].join(' '),
  dates: zonedDates('Asia/Taipei', 'en_US'),
  nowMs,
});
const wordsAt = (at: string, assets: (typeof points)[]) => noticeWords({ ...expiry, assets }, reader(Date.parse(at)));

test('what expires is good until the minute before, in the platform’s zone, and leads to where it is used', () => {
  expect(wordsAt('2026-11-30T15:59:59.999Z', [points])).toEqual({
    title: 'notices.expiring points.count 1200',
    text: 'notices.until November 30th, 23:59 (Taipei)',
    to: '/mall',
  });
  expect(wordsAt(expiresAt, [points]).title).toBe('notices.expired points.count 1200');
  expect(wordsAt(expiresAt, [votes]).to).toBe('/vote-activity');
});

test('a mute says why, and leads to the room in which it can be appealed', () => {
  const { createdAt, isRead, noticeId } = expiry;
  const mute = { kind: 'chatMuted', createdAt, isRead, noticeId, muteId: '1', until: null, reason: 'Insults' } as const;
  expect(noticeWords({ ...mute, roomId: 'rehearsal-stage' }, reader(0))).toEqual({
    title: 'notices.muted',
    text: 'notices.mutedText Insults',
    to: '/live?roomId=rehearsal-stage',
  });
  expect(noticeWords({ ...mute, roomId: null }, reader(0))).toMatchObject({
    title: 'notices.mutedEverywhere',
    to: '/live',
  });
  const lifted = { kind: 'chatMuteLifted', createdAt, isRead, noticeId, muteId: '1' } as const;
  expect(noticeWords({ ...lifted, roomId: 'rehearsal-stage' }, reader(0))).toEqual({
    title: 'notices.muteLifted',
    text: 'notices.muteLiftedText',
    to: '/live?roomId=rehearsal-stage',
  });
});

test('the earliest of several times counts', () => {
  expect(wordsAt('2026-11-28T00:00:00.000Z', [points, votes])).toMatchObject({
    title: 'notices.expiring points.count 1200notices.andvotePack.votes 3',
    text: 'notices.until November 28th, 19:59 (Taipei)',
    to: '/mall',
  });
});

test('a change of the wallet names it in short, and leads to where everything else is secured', () => {
  const wallet = `0x12ab${'0'.repeat(32)}cd34`;
  const { createdAt, isRead, noticeId } = expiry;
  expect(noticeWords({ kind: 'walletLinked', createdAt, isRead, noticeId, wallet }, reader(0))).toEqual({
    title: 'notices.walletLinked 0x12ab…cd34',
    text: 'notices.walletNotYou',
    to: '/my-security',
  });
});

test('a reminder of a live room says when it opens and leads there, and so does its refund', () => {
  const { createdAt, isRead, noticeId } = expiry;
  const room = { createdAt, isRead, noticeId, roomId: 'sofa-concert', title: 'Sofa concert' };
  expect(noticeWords({ kind: 'liveReminder', ...room, opensAt: '2026-11-30T12:00:00.000Z' }, reader(0))).toEqual({
    title: 'notices.liveReminder Sofa concert',
    text: 'notices.liveReminderText November 30th, 20:00 (Taipei)',
    to: '/live?roomId=sofa-concert',
  });
  expect(noticeWords({ kind: 'liveRefunded', ...room, paid: 50 }, reader(0))).toEqual({
    title: 'notices.liveRefunded Sofa concert',
    text: 'notices.liveRefundedText 50',
    to: '/live?roomId=sofa-concert',
  });
});
