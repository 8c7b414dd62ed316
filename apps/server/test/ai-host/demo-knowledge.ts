import { readPack } from '#/modules/content/index.ts';
import { languages } from '@lightstick/contract';
import type { HostFacts } from '#/modules/ai-host/facts.ts';
import { answerByFacts } from '#/modules/ai-host/default-host.ts';
import { indexOf } from '#/modules/ai-host/knowledge/knowledge.ts';
import { sectionsOf } from '#/modules/content/pages/markdown.ts';
import type { SpokenAnswer } from '#/modules/ai-host/speech.ts';

const { pack, problems } = await readPack(new URL('../../../../content/demo', import.meta.url).pathname);
if (!pack) throw new Error(`The demo has problems: ${JSON.stringify(problems)}`);
/** What the demo's pack answers. */
export const demoFaq = pack.faq.map(({ value }) => value);
const index = indexOf({
  faq: demoFaq,
  pages: pack.pages.flatMap(({ slug, title, body }) =>
    languages.map((language) => ({
      path: `/${slug}`,
      language,
      title: title[language],
      sections: sectionsOf(body[language]),
    })),
  ),
});

/** Returns what the host of the demo says without a model. */
export const hostSays = (question: string, facts: HostFacts): SpokenAnswer => answerByFacts(question, facts, index);
