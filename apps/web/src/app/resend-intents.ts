import type { QueryClient } from '@tanstack/react-query';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { describeFailure } from '#/lib/failure.ts';
import { deliverIntent, type ValueRoute, keysBeingSent } from '#/lib/intents/deliver-intent.ts';
import { type Intent, intents } from '#/lib/intents/intent-store.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/**
 * Resends unanswered requests with their keys after a reload or crash, except those in flight here or in another tab.
 * What is too old, or from the future, is not sent: the fan reads that and decides.
 */
export async function resendIntents(accountId: string, queryClient: QueryClient): Promise<void> {
  if (intents.leftBehind(accountId).length === 0) return;
  // Its date sets the server's clock, which decides the age.
  await call('GET /config', {});
  const awaited = await keysBeingSent();
  for (const { isOverdue, ...intent } of intents.leftBehind(accountId)) {
    if (awaited.has(intent.key)) continue;
    if (isOverdue) {
      intents.settle(intent.key);
      showToast({
        kind: 'warning',
        title: text('intent.overdue'),
        detail: text('intent.overdueDetail'),
        link: { href: '/me', text: text('me.records') },
      });
      continue;
    }
    deliverIntent({ ...intent, route: intent.route as ValueRoute }).then(
      (answer) => {
        const isLuck = luckRoutes.includes(intent.route);
        const link = isLuck && { link: { href: '/my-luck', text: text('intent.seeLuck') } };
        showToast({
          kind: 'success',
          title: text('intent.confirmed'),
          detail: text('intent.confirmedDetail'),
          ...link,
        });
        void queryClient.invalidateQueries();
        if (isLuck) void keepPromise(intent, answer);
      },
      (error: unknown) => {
        const failure = isFinalAnswer(error) ? describeFailure(error, text) : undefined;
        if (failure) showToast({ kind: 'error', ...failure });
        else console.warn('An earlier request is still without an answer.', error);
      },
    );
  }
}

/** Their answers say what the fan has won, and what this browser checks later. */
const luckRoutes: readonly string[] = [
  'POST /wallet/api/v1/pointsMall/participateActivity',
  'POST /activity/api/v1/packet/drawRedEnvelopes',
] satisfies ValueRoute[];

async function keepPromise(intent: Intent, answer: unknown): Promise<void> {
  try {
    const { keptPromises, promiseOfAnswer } = await import('#/features/luck/proof/kept-promises.ts');
    keptPromises.keep(promiseOfAnswer(intent, answer));
  } catch (error) {
    console.warn('The promise of an earlier request is not kept.', error);
  }
}
