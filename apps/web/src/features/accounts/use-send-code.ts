import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { configQuery } from '#/lib/config/use-config.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';

const action = 'register';

export type CodeSent = { readonly kind: 'sent'; readonly resendAfterSeconds: number } | { readonly kind: 'registered' };

/** Sends the code for registering, after the human check; tells an address that has an account already. */
export function useSendCode(onSent: (outcome: CodeSent) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (typed: string): Promise<CodeSent> => {
      const email = typed.trim();
      if (await isRegistered(email)) return { kind: 'registered' };
      const { humanCheck } = await queryClient.ensureQueryData(configQuery);
      const googleRecaptchaToken = await humanCheckToken(humanCheck, action);
      const { resendAfterSeconds } = await call('GET /wallet/api/v1/user/sendEmail', {
        query: { email, type: 1, googleRecaptchaToken, googleActionType: action },
      });
      return { kind: 'sent', resendAfterSeconds };
    },
    onSuccess: onSent,
  });
}

/** Asked as a courtesy. Where the question is rate-limited the code is sent anyway, and registering will tell. */
async function isRegistered(email: string): Promise<boolean> {
  try {
    const { registered } = await call('POST /wallet/api/v1/userExpand/checkMailRegister', { body: { email } });
    return registered;
  } catch (error) {
    if (refusalReason(error) === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}
