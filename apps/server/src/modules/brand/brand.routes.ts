import type { FastifyInstance } from 'fastify';
import { brandPictures } from '#/config/brand.ts';
import type { Services } from '#/services.ts';
import { readPicture, type StoredPicture } from './brand.view.ts';

/** The pictures of this brand and of those before it, about 100 KB each time. */
const mostKept = 4 * brandPictures.length;
const isDigest = /^[\w-]{22}$/;

/** Serves the pictures of the brand. An address holds the digest of its picture, so that it never changes. */
export function brandRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  const kept = new Map<string, StoredPicture>();

  async function find(digest: string, name: string): Promise<StoredPicture | undefined> {
    if (!isDigest.test(digest) || !(brandPictures as readonly string[]).includes(name)) return undefined;
    const key = `${digest}/${name}`;
    const picture = kept.get(key) ?? (await readPicture(db, { digest, name }));
    if (!picture) return undefined;
    kept.delete(key);
    kept.set(key, picture);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    return picture;
  }

  server.get<{ Params: { readonly digest: string; readonly name: string } }>(
    '/brand/:digest/:name',
    { config: { rate: 'file' } },
    async ({ params: { digest, name } }, reply) => {
      const picture = await find(digest, name);
      if (!picture) return reply.code(404).type('text/plain; charset=utf-8').send('There is no picture here.\n');
      return (
        reply
          .headers(server.apiHeaders)
          .header('cache-control', 'public, max-age=31536000, immutable')
          // Previews of links and the mail programs of fans show it on pages of others.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type(picture.mediaType)
          .send(picture.bytes)
      );
    },
  );
}
