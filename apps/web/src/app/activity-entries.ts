import { type Best7Poll, useBest7 } from '#/features/best7/use-best7.ts';
import type { EventEntry } from '#/features/elections/events.ts';
import { givenText } from '#/features/luck/given.ts';
import {
  type BlindBox,
  type Campaign,
  luckStateAt,
  type Packet,
  useBoxes,
  useDraws,
  usePackets,
  packetPath,
} from '#/features/luck/luck-queries.ts';
import { type LiveRoom, useNextRooms, roomPath } from '#/features/live/live-queries.ts';
import { deadlineOf, type SongEvent, songPhase, useSongList } from '#/features/songs/songs.ts';
import { songEventPath } from '#/features/songs/songs.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CloverIcon, GiftIcon } from '#/ui/icons/more-icons.tsx';
import { LiveIcon, MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';

export type ActivityKind = 'votes' | 'packets' | 'boxes' | 'draws' | 'live';

/** An activity besides the elections. */
export type ActivityEntry = {
  readonly kind: ActivityKind;
  readonly list: 'now' | 'coming' | 'ended';
  readonly to: string;
  readonly icon: IconComponent;
  /** The event's own name; defaults to the screen's. */
  readonly title?: string;
  readonly name: MessageId;
  readonly coverUrl?: string;
  readonly when: EntryTime;
  /** Its last or next turn, by which its list is in order. */
  readonly at: string;
  readonly opensAt: string;
  /** Null for what never closes. */
  readonly closesAt: string | null;
  /** Names the prize, or what is left of it. */
  readonly note?: (t: Translate) => string;
  readonly action: MessageId;
};

export type EntryTime =
  | {
      readonly id: 'activity.opensAt' | 'activity.openUntil' | 'activity.endedAt' | 'activity.drawnAt';
      readonly at: string;
    }
  | { readonly id: 'phase.closingNote' | 'activity.drawing' | 'activity.soldOut' | 'activity.alwaysOn' };

const counting = { id: 'phase.closingNote' } as const;

/** A poll opens by its clock, even before the server says so. */
export function best7Entry(
  { activityId, state, opensAt, closesAt }: Pick<Best7Poll, 'activityId' | 'state' | 'opensAt' | 'closesAt'>,
  nowMs: number,
): ActivityEntry {
  const entry = {
    kind: 'votes',
    to: `/best7?activityId=${encodeURIComponent(activityId)}`,
    icon: TrophyIcon,
    name: 'best7.title',
    at: closesAt,
    opensAt,
    closesAt,
    action: 'activity.lineUp',
  } as const;
  const note = (t: Translate) => t('discover.best7Text');
  if (state === 'final')
    return { ...entry, list: 'ended', when: { id: 'activity.endedAt', at: closesAt }, action: 'activity.result' };
  if (state === 'scheduled' && nowMs < Date.parse(opensAt))
    return { ...entry, note, list: 'coming', when: { id: 'activity.opensAt', at: opensAt }, at: opensAt };
  const isOpen = state === 'open' || state === 'scheduled';
  return { ...entry, note, list: 'now', when: isOpen ? { id: 'activity.openUntil', at: closesAt } : counting };
}

export function songEntry(
  event: Pick<SongEvent, 'title' | 'state' | 'nominations' | 'final'> & Partial<Pick<SongEvent, 'coverUrl'>>,
  nowMs: number,
): ActivityEntry {
  const entry = {
    kind: 'votes',
    to: songEventPath,
    icon: MusicIcon,
    title: event.title,
    name: 'songs.event',
    at: event.final.closesAt,
    opensAt: event.nominations.opensAt,
    closesAt: event.final.closesAt,
    action: 'activity.songs',
    ...(event.coverUrl !== undefined && { coverUrl: event.coverUrl }),
  } as const;
  const note = (t: Translate) => t('discover.songsText');
  const phase = songPhase(event, nowMs);
  if (phase === 'ended') return { ...entry, list: 'ended', when: { id: 'activity.endedAt', at: event.final.closesAt } };
  const at = deadlineOf(event, phase);
  if (at === undefined) return { ...entry, note, list: 'now', when: counting };
  const opens = phase === 'scheduled' || phase === 'between';
  return {
    ...entry,
    note,
    list: phase === 'scheduled' ? 'coming' : 'now',
    when: { id: opens ? 'activity.opensAt' : 'activity.openUntil', at },
    at,
  };
}

/** A red packet on a 24-pixel grid. */
export const PacketIcon = drawIcon('M6 3.8h12v16.4H6zM6 8c3.4 2.8 8.6 2.8 12 0M12 13.2v2.8');

export function packetEntry(packet: Packet, nowMs: number): ActivityEntry {
  const { title, coverUrl, opensAt, closesAt, soldOutAt, total, shares, left, mine } = packet;
  const entry = {
    kind: 'packets',
    to: packetPath(packet),
    icon: PacketIcon,
    title,
    name: 'packet.title',
    coverUrl,
    opensAt,
    closesAt,
    note: (t) =>
      mine
        ? t('packet.got', { given: givenText({ ...total, amount: mine.amount }, t) })
        : t('packet.sum', { sum: givenText(total, t), shares }),
    action: 'activity.look',
  } as const satisfies Partial<ActivityEntry>;
  const state = luckStateAt(packet, nowMs);
  if (state === 'notOpen')
    return { ...entry, list: 'coming', when: { id: 'activity.opensAt', at: opensAt }, at: opensAt };
  if (state !== 'open') {
    const at = soldOutAt ?? closesAt;
    return { ...entry, list: 'ended', when: { id: 'activity.endedAt', at }, at, action: 'activity.whoGot' };
  }
  const isOn = { ...entry, list: 'now', when: { id: 'activity.openUntil', at: closesAt }, at: closesAt } as const;
  return mine ? isOn : { ...isOn, note: (t) => t('packet.left', { left, shares }), action: 'activity.grab' };
}

/** Tells whether it is an open packet that the fan has no share of: those run out first. */
export function isUrgent({ action }: ActivityEntry): boolean {
  return action === 'activity.grab';
}

export function boxEntry(box: BlindBox, nowMs: number): ActivityEntry {
  const { activityId, title, coverUrl, opensAt, closesAt, left, price } = box;
  return {
    ...campaignEntry(box, nowMs),
    kind: 'boxes',
    to: `/box?activityId=${encodeURIComponent(activityId)}`,
    icon: GiftIcon,
    title,
    name: 'activity.box',
    coverUrl,
    opensAt,
    closesAt,
    note: (t) => t('activity.boxNote', { points: price, left }),
  };
}

export function drawEntry(draw: Campaign, nowMs: number): ActivityEntry {
  const { activityId, title, coverUrl, opensAt, closesAt } = draw;
  return {
    ...campaignEntry(draw, nowMs),
    kind: 'draws',
    to: `/draw?activityId=${encodeURIComponent(activityId)}`,
    icon: CloverIcon,
    title,
    name: draw.kind === 'raffle' ? 'activity.raffle' : 'activity.envelope',
    coverUrl,
    opensAt,
    closesAt,
    note: (t) =>
      draw.kind === 'raffle'
        ? t('activity.entries', { entries: draw.entries })
        : t('activity.prizesLeft', { left: draw.left }),
  };
}

/** A raffle is on until its winners are drawn. */
function campaignEntry(campaign: Campaign, nowMs: number): Pick<ActivityEntry, 'list' | 'when' | 'at' | 'action'> {
  const { opensAt, closesAt } = campaign;
  const state = luckStateAt(campaign, nowMs);
  if (state === 'notOpen')
    return { list: 'coming', when: { id: 'activity.opensAt', at: opensAt }, at: opensAt, action: 'activity.look' };
  if (state === 'open') {
    const action = campaign.kind === 'box' ? 'activity.openBox' : 'activity.takePart';
    return { list: 'now', when: { id: 'activity.openUntil', at: closesAt }, at: closesAt, action };
  }
  if (campaign.kind === 'raffle') {
    const { draw, drawsAt, drawnAt } = campaign;
    if (draw !== 'drawn' && draw !== 'empty')
      return { list: 'now', when: { id: 'activity.drawing' }, at: drawsAt, action: 'activity.look' };
    const at = drawnAt ?? closesAt;
    return { list: 'ended', when: { id: 'activity.drawnAt', at }, at, action: 'activity.winners' };
  }
  const over = { list: 'ended', at: closesAt, action: 'activity.look' } as const;
  if (state === 'soldOut') return { ...over, when: { id: 'activity.soldOut' }, at: new Date(nowMs).toISOString() };
  return { ...over, when: { id: 'activity.endedAt', at: closesAt } };
}

/** An instant after all others, for entries that never end. */
const never = '9999-12-31T00:00:00.000Z';

/** Returns a live room on air or to come. */
export function liveEntry(room: LiveRoom): ActivityEntry {
  const { roomId, title, coverUrl, state, opensAt, closesAt, host: presenter, viewers } = room;
  const entry = {
    kind: 'live',
    to: roomPath(roomId),
    icon: LiveIcon,
    title,
    name: 'live.title',
    coverUrl,
    opensAt,
    closesAt,
  } as const satisfies Partial<ActivityEntry>;
  if (state === 'coming') {
    const note = (t: Translate) => t('live.with', { host: presenter.name });
    const when = { id: 'activity.opensAt', at: opensAt } as const;
    return { ...entry, list: 'coming', when, at: opensAt, note, action: 'activity.look' };
  }
  const when =
    closesAt === null ? ({ id: 'activity.alwaysOn' } as const) : { id: 'activity.openUntil' as const, at: closesAt };
  const note = (t: Translate) => t('live.viewerCount', { viewers });
  return { ...entry, list: 'now', when, at: closesAt ?? never, note, action: 'live.watch' };
}

/**
 * Returns the Best 7 poll that needs attention first, songs, packets, boxes, draws and live rooms, with their load
 * failures.
 */
export function useActivityEntries(events: readonly EventEntry[]) {
  const best7 = useBest7();
  const songs = useSongList();
  const packets = usePackets();
  const boxes = useBoxes();
  const draws = useDraws();
  const rooms = useNextRooms();
  const nowMs = serverNowMs();
  const coverOf = (activityId: string) => events.find((event) => event.activityId === activityId)?.coverUrl;
  const entries: readonly ActivityEntry[] = [
    ...(packets.data ?? []).map((packet) => packetEntry(packet, nowMs)),
    ...(best7.data ? [withCover(best7Entry(best7.data, nowMs), coverOf(best7.data.activityId))] : []),
    ...(songs.data?.event ? [songEntry(songs.data.event, nowMs)] : []),
    ...(boxes.data ?? []).map((box) => boxEntry(box, nowMs)),
    ...(draws.data ?? []).map((draw) => drawEntry(draw, nowMs)),
    ...(rooms.data ?? []).map(liveEntry),
  ];
  const failed = [
    { kind: 'votes', text: 'activity.best7Error', query: best7 },
    { kind: 'votes', text: 'songs.error', query: songs },
    { kind: 'packets', text: 'packet.error', query: packets },
    { kind: 'boxes', text: 'activity.boxesError', query: boxes },
    { kind: 'draws', text: 'activity.drawsError', query: draws },
    { kind: 'live', text: 'live.error', query: rooms },
  ] as const;
  return {
    entries,
    /** True while a first answer is on its way. */
    isPending: failed.some(({ query }) => query.isPending && query.failureCount === 0),
    failed: failed.filter(({ query }) => query.isError && query.data === undefined),
  };
}

function withCover(entry: ActivityEntry, coverUrl: string | undefined): ActivityEntry {
  return coverUrl === undefined ? entry : { ...entry, coverUrl };
}
