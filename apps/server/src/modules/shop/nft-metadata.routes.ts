import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { isFresh } from '#/http/response-cache.ts';
import { drawNft, nftUrl } from '#/modules/art/index.ts';
import type { Services } from '#/services.ts';
import { findMintedPiece } from './pieces.view.ts';

/** What the contract's `tokenURI` names. A title may be corrected, so it is not immutable. */
const cacheControl = 'public, max-age=3600';

/** GET /nft/{tokenId}.json: the metadata of a piece that has left custody, by ERC-721. */
export function nftMetadataRoutes(server: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  const config = { route: 'GET /nft/{tokenId}.json', rate: 'drawing' } as const;
  server.get('/nft/:token', { config }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const tokenId = /^([1-9]\d{0,14})\.json$/.exec(token)?.[1];
    const metadata = tokenId === undefined ? undefined : await readMetadata(db, settings, Number(tokenId));
    reply.header('access-control-allow-origin', '*').header('x-content-type-options', 'nosniff');
    if (!metadata) return reply.code(404).type('text/plain; charset=utf-8').send('There is no token of this id.\n');
    const body = JSON.stringify(metadata);
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    reply.header('cache-control', cacheControl);
    if (isFresh(request, reply, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

async function readMetadata(
  db: Kysely<DB>,
  { assetBaseUrl, publicUrl }: Pick<Settings, 'assetBaseUrl' | 'publicUrl'>,
  tokenId: number,
) {
  const piece = await findMintedPiece(db, tokenId);
  if (!piece) return undefined;
  const { serial, size, seed, title, description } = piece;
  return {
    name: `${title.en_US} #${serial}`,
    description: description.en_US,
    image: `${assetBaseUrl ?? publicUrl}${nftUrl(seed)}`,
    /** The SHA-256 of the picture's bytes, in hexadecimal digits. */
    image_sha256: hash('sha256', drawNft(seed)),
    attributes: [
      { trait_type: 'Edition', value: title.en_US },
      { trait_type: 'Number', display_type: 'number', value: serial, max_value: size },
    ],
  };
}
