import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { line } from './primitives.ts';

/** All possible written pages. Page `x` is the screen `/x` of the web app and `pages/x.*.md` of a content pack. */
export const pageSlugs = [
  'about-us',
  'privacy-policy',
  'csae-policy',
  'use-terms',
  'rule',
  'ranking-intro',
  'video-rules',
  'ai-avatar-rules',
  'feature-fan-rule',
  'feature-fan-question-rule',
] as const;

export type PageSlug = (typeof pageSlugs)[number];

export const pageEndpoints = {
  'GET /content/api/v1/page': {
    summary: "A written page in the caller's language, as sanitised HTML, with an ETag.",
    auth: 'public',
    safe: true,
    query: z.object({ slug: line.min(1).max(64) }),
    data: z.object({
      slug: z.enum(pageSlugs),
      title: z.string(),
      summary: z.string(),
      /** Safe to render: made from Markdown without raw HTML and sanitised to an allow-list of tags. */
      html: z.string(),
      /** The day on which this text takes effect, for example `2026-11-21`. */
      updatedAt: z.iso.date(),
      /** The headings in the order of the page; the ids are those in `html`. */
      headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int().min(2).max(4) })),
    }),
    errors: ['PAGE_NOT_FOUND'],
  },
} as const satisfies Record<Route, Endpoint>;
