import type { Module } from '#/services.ts';
import { songPersonalData } from './my-songs.view.ts';
import { songRoutes, type SongServices } from './songs.routes.ts';

export { freezeRound, freezeRounds } from './freeze-rounds.ts';
export { holdEvent, songPool } from './songs.store.ts';

export const songs = { routes: songRoutes, personalData: () => [songPersonalData] } satisfies Module<SongServices>;
