import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Services } from '#/services.ts';
import { photoSizes, type PhotoSize } from './cut-photo.ts';
import { readPhotoFile } from './photos.store.ts';

/** Bytes of photos in memory: those of an election's idols in the sizes of its ranking, several times over. */
const keptBytes = 32_000_000;

const fileName = /^(?<hash>[0-9a-f]{32})-(?<size>\d+\.(?:webp|jpg))$/;

const types: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };

/** Registers GET /art/v1/photos/{hash}-{size}, the photos of content packs. */
export function photoRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  const files = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: (bytes) => bytes.byteLength,
    fetchMethod: async (file) => {
      const { hash = '', size = '' } = fileName.exec(file)?.groups ?? {};
      return isSize(size) ? readPhotoFile(db, `photo.${hash}`, size) : undefined;
    },
  });
  server.get('/art/v1/photos/:file', { config: { rate: 'file' } }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const bytes = fileName.test(file) ? await files.fetch(file) : undefined;
    if (!bytes) return reply.code(404).type('text/plain; charset=utf-8').send('There is no picture at this address.\n');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .type(types[file.split('.')[1] ?? ''] ?? '')
      .send(bytes);
  });
}

function isSize(size: string): size is PhotoSize {
  return (photoSizes as readonly string[]).includes(size);
}
