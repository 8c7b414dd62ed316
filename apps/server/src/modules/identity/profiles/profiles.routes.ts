import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { takeUploads } from '#/http/uploads.ts';
import { AVATAR_PATH } from '#/modules/art/index.ts';
import { isReservedNickname } from '#/modules/identity/fan.rules.ts';
import { readUserInfo, type UserInfo } from '#/modules/identity/fan.view.ts';
import { openAvatarFiles, removeAvatar, uploadAvatar } from './avatar-files.ts';
import { type ProfileChange, updateProfile } from '../fan.store.ts';
import type { Services } from '#/services.ts';

export function profileRoutes(server: FastifyInstance, given: Pick<Services, 'brand' | 'db' | 'settings'>): void {
  const files = openAvatarFiles(given.settings.dataDir);
  const services = { ...given, files };

  handle(server, 'POST /wallet/api/v1/userExpand/updateAccountInfo', ({ fan, body }) =>
    updateAccountInfo(services, fan.id, {
      nickname: body.nickname,
      bio: body.bio,
      language: body.languageType,
      remindByMail: body.remindByMail,
      showsLevel: body.showsLevel,
      showsSupport: body.showsSupport,
    }),
  );

  takeUploads(server, (uploads) => {
    handle(
      uploads,
      'POST /wallet/api/v1/userExpand/uploadAvatar',
      ({ fan, upload, body }) => uploadAvatar(services, fan.id, { file: upload, crop: body.crop }),
      { rate: 'tight' },
    );
  });

  handle(server, 'POST /wallet/api/v1/userExpand/removeAvatar', ({ fan }) => removeAvatar(services, fan.id));

  server.get(`${AVATAR_PATH}/:name`, { config: { rate: 'file' } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const picture = await files.read(name);
    if (!picture) return reply.callNotFound();
    return (
      reply
        .headers(server.apiHeaders)
        // Private, because a removed picture must not stay in a shared cache.
        .header('cache-control', 'private, max-age=31536000, immutable')
        .type('image/webp')
        .send(picture)
    );
  });
}

/** Changes a fan's own texts and settings. Throws Refusal NICKNAME_RESERVED before any change. */
async function updateAccountInfo(
  { brand, db }: Pick<Services, 'brand' | 'db'>,
  fanId: number,
  change: ProfileChange,
): Promise<UserInfo> {
  const { nickname } = change;
  if (nickname !== undefined && isReservedNickname(nickname, await brand())) throw new Refusal('NICKNAME_RESERVED');
  await updateProfile(db, fanId, change);
  return readUserInfo(db, fanId);
}
