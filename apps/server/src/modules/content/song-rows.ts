import { resolvePackTime } from './pack-time.ts';
import type { SongEvent } from './schema/songs.ts';

export function songEventRow(event: SongEvent, position: number, anchoredAt: Date) {
  const { nominations, final, concert } = event;
  return {
    id: event.id,
    activity_id: event.activity,
    title: event.title,
    subtitle: event.subtitle,
    cover_seed: event.coverSeed,
    time_zone: event.timeZone,
    nominations_open_at: resolvePackTime(nominations.opensAt, anchoredAt).toISOString(),
    nominations_close_at: resolvePackTime(nominations.closesAt, anchoredAt).toISOString(),
    final_opens_at: resolvePackTime(final.opensAt, anchoredAt).toISOString(),
    final_closes_at: resolvePackTime(final.closesAt, anchoredAt).toISOString(),
    places: event.places,
    daily_cap: event.dailyCap ?? null,
    rules: event.rules,
    rewards: event.rewards.map(({ ranks: [fromRank, toRank], title, text }) => ({ fromRank, toRank, title, text })),
    concert: concert ? { place: concert.place, text: concert.text, setList: concert.setList } : null,
    concert_starts_at: concert ? resolvePackTime(concert.startsAt, anchoredAt).toISOString() : null,
    position,
  };
}

export function songRows(event: SongEvent) {
  return event.songs.map(({ id, title, artist, story, lyrics, year, seconds, seed }, position) => ({
    id,
    event_id: event.id,
    title,
    artist,
    story,
    lyrics,
    year,
    seconds,
    seed,
    position,
  }));
}
