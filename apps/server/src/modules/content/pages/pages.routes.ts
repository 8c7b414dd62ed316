import { pageSlugs, type PageSlug } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { createRenderedPages } from './pages.view.ts';

/** Written pages change rarely; a new text is visible everywhere after a minute. */
const sharedForAMinute = 'public, max-age=60, stale-while-revalidate=600';

const isPageSlug = (slug: string): slug is PageSlug => (pageSlugs as readonly string[]).includes(slug);

/** Serves the written pages of the content pack. */
export function pageRoutes(server: FastifyInstance, services: Pick<Services, 'brand' | 'db'>): void {
  const findPage = createRenderedPages(services);
  const etags = new WeakMap<object, string>();

  handle(
    server,
    'GET /content/api/v1/page',
    async ({ query: { slug }, language }) => {
      const rendered = isPageSlug(slug) ? await findPage({ slug, language }) : undefined;
      if (!rendered) throw new Refusal('PAGE_NOT_FOUND');
      etags.set(rendered.page, rendered.etag);
      return rendered.page;
    },
    { cacheControl: sharedForAMinute, variesBy: 'accept-language', etag: (page) => etags.get(page) ?? '' },
  );
}
