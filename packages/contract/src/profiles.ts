import * as z from 'zod';
import { userInfo } from './accounts.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation, languages } from './wording.ts';
import { accountId } from './primitives.ts';
import { bio, nickname } from './visible-text.ts';

/** The square crop of a picture, in pixels of the upright picture. */
const crop = z
  .string()
  .regex(
    /^\d{1,5},\d{1,5},[1-9]\d{0,4}$/,
    expectation({
      en_US: 'left,top,size in pixels, such as 40,0,1200',
      zh_TW: '以像素表示的 left,top,size，例如 40,0,1200',
    }),
  )
  .transform((text) => {
    const [left = 0, top = 0, size = 0] = text.split(',').map(Number);
    return { left, top, size };
  });

export const profileEndpoints = {
  'POST /wallet/api/v1/userExpand/updateAccountInfo': {
    summary: 'Changes the caller’s profile. Fields left out stay as they are.',
    auth: 'fan',
    body: z.object({
      accountId: accountId.optional(),
      nickname: nickname.optional(),
      bio: bio.optional(),
      languageType: z.enum(languages).optional(),
      remindByMail: z.boolean().optional(),
      showsLevel: z.boolean().optional(),
      showsSupport: z.boolean().optional(),
    }),
    data: userInfo,
    errors: ['NICKNAME_RESERVED'],
  },
  'POST /wallet/api/v1/userExpand/uploadAvatar': {
    summary:
      'Uploads the caller’s picture: PNG, JPEG or WebP. The square `crop`, or else the middle, ' +
      'is kept as a WebP of 512 by 512 without metadata; of an animation, the first frame.',
    auth: 'fan',
    upload: {
      field: 'avatar',
      accepts: ['image/png', 'image/jpeg', 'image/webp'],
      maxBytes: 5_000_000,
      tooLarge: 'PICTURE_TOO_LARGE',
    },
    body: z.object({ accountId: accountId.optional(), crop: crop.optional() }),
    data: userInfo,
    errors: ['PICTURE_UNREADABLE', 'PICTURE_TOO_LARGE', 'PICTURE_TOO_MANY_PIXELS'],
  },
  'POST /wallet/api/v1/userExpand/removeAvatar': {
    summary: 'Removes the uploaded picture, so that the drawn avatar is shown again.',
    auth: 'fan',
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: userInfo,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
