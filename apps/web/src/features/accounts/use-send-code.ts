import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { configQuery } from '#/lib/config/use-config.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';

/** The `type` of the call, by what the code is for. */
const typeOf = { register: 1, forgotPassword: 2, changeEmail: 3, changePassword: 4, deleteAccount: 5 } as const;

/** What a code is good for. */
export type CodePurpose = keyof typeof typeOf;

export type CodeSent =
  | { readonly kind: 'sent'; readonly resendAfterSeconds: number }
  | { readonly kind: 'registered'; readonly email: string };

/** Sends a code for one purpose, after the human check; tells a newcomer whose address has an account already. */
export function useSendCode(purpose: CodePurpose, onSent: (outcome: CodeSent) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (typed: string): Promise<CodeSent> => {
      const email = typed.trim();
      if (purpose === 'register' && (await isRegistered(email))) return { kind: 'registered', email };
      const { humanCheck } = await queryClient.ensureQueryData(configQuery);
      const googleRecaptchaToken = await humanCheckToken(humanCheck, purpose);
      const { resendAfterSeconds } = await call('GET /wallet/api/v1/user/sendEmail', {
        query: { email, type: typeOf[purpose], googleRecaptchaToken, googleActionType: purpose },
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
