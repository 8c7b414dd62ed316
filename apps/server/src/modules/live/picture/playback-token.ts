import { timingSafeEqual } from 'node:crypto';
import type { ServerKeys } from '#/config/server-keys.ts';

/** Where pictures are served: what follows is the token, then a file. */
export const mediaPath = '/live/v1';

/** What a token opens: a room for one session until an instant. */
export type PlaybackToken = { readonly roomId: string; readonly sessionId: string; readonly expiresAt: Date };

/** Signs and reads the tokens in the path of a room's picture, which everything that the playlist names inherits. */
export type PlaybackTokens = {
  sign(token: PlaybackToken): string;
  /** Undefined for a token that was never given. An expired one is returned, because its reason is told. */
  read(text: string): PlaybackToken | undefined;
};

export function createPlaybackTokens(keys: ServerKeys): PlaybackTokens {
  const codeOf = (signed: string) => keys.keyedHash('live-playback', signed).toString('base64url');
  return {
    sign({ roomId, sessionId, expiresAt }) {
      const signed = `${roomId}.${sessionId}.${Math.floor(expiresAt.getTime() / 1000)}`;
      return `${signed}.${codeOf(signed)}`;
    },
    read(text) {
      const [, signed, roomId, sessionId, seconds, code] = tokenPattern.exec(text) ?? [];
      if (!signed || !roomId || !sessionId || !seconds || !code) return undefined;
      // As texts, because the last letter has bits that a decoder ignores.
      const given = Buffer.from(code);
      const right = Buffer.from(codeOf(signed));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return { roomId, sessionId, expiresAt: new Date(Number(seconds) * 1000) };
    },
  };
}

const tokenPattern = /^(([a-z0-9-]{3,40})\.([\w-]{16,64})\.(\d{10,11}))\.([\w-]{43})$/;
