import { timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from '#/config/server-keys.ts';

/** The path of pictures, followed by the token and a file. */
export const mediaPath = '/live/v1';

/** What a token opens: a room for one session until an instant. */
export type PlaybackToken = { readonly roomId: string; readonly sessionId: string; readonly expiresAt: Date };

/** A fan's session: the place of a player, and how often it was opened. An earlier opening was taken over. */
export type PlayerSession = { readonly id: string; readonly opening: number };

/** Signs and reads the tokens in the path of a room's picture, which everything that the playlist names inherits. */
export type PlaybackTokens = {
  sign(token: PlaybackToken): string;
  /** Reads a token; undefined for a forged one. An expired one is returned, so that the reason can be told. */
  read(text: string): PlaybackToken | undefined;
  /**
   * Makes the name of a visitor's session. The database has no row for it; the name is signed, so only this server can
   * make one.
   */
  nameVisitor(visitor: Visitor): string;
  readVisitor(text: string): Visitor | undefined;
};

type Visitor = { readonly roomId: string; readonly sessionId: string };

export function nameSession({ id, opening }: PlayerSession): string {
  return `${id}-${opening}`;
}

/** Reads a session's name; undefined for a visitor's session. */
export function readSessionName(text: string): PlayerSession | undefined {
  const [, id, opening] = /^([\w-]{22})-(\d{1,9})$/.exec(text) ?? [];
  return id === undefined ? undefined : { id, opening: Number(opening) };
}

export function createPlaybackTokens(keys: ServerKeys): PlaybackTokens {
  const codeOf = (signed: string) => keys.keyedHash('live-playback', signed).toString('base64url');
  const isRight = (signed: string, code: string) => {
    // As texts, because the last letter has bits that a decoder ignores.
    const given = Buffer.from(code);
    const right = Buffer.from(codeOf(signed));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    sign({ roomId, sessionId, expiresAt }) {
      const signed = `${roomId}.${sessionId}.${Math.floor(expiresAt.getTime() / 1000)}`;
      return `${signed}.${codeOf(signed)}`;
    },
    read(text) {
      const [, signed, roomId, sessionId, seconds, code] = tokenPattern.exec(text) ?? [];
      if (!signed || !roomId || !sessionId || !seconds || !code) return undefined;
      if (!isRight(signed, code)) return undefined;
      return { roomId, sessionId, expiresAt: new Date(Number(seconds) * 1000) };
    },
    nameVisitor({ roomId, sessionId }) {
      const named = `${roomId}.${sessionId}`;
      return `${named}.${codeOf(`visitor ${named}`)}`;
    },
    readVisitor(text) {
      const [, named, roomId, sessionId, code] = visitorPattern.exec(text) ?? [];
      if (!named || !roomId || !sessionId || !code || !isRight(`visitor ${named}`, code)) return undefined;
      return { roomId, sessionId };
    },
  };
}

const tokenPattern = /^(([a-z0-9-]{3,40})\.([\w-]{16,64})\.(\d{10,11}))\.([\w-]{43})$/;
const visitorPattern = /^(([a-z0-9-]{3,40})\.([\w-]{22}))\.([\w-]{43})$/;
