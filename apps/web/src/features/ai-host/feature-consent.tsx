import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useFailureText } from '#/lib/failure.ts';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { changeRoom, refetchRoom } from './room-queries.ts';

/** Whether the fan agrees to be shown as fan of the day. Taking it back acts at once. */
export function FeatureConsent({ agreed }: { agreed: boolean }): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const consent = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (isAgreed: boolean) =>
      call('POST /activity/api/v1/jplive/agent/feature', { body: { agreed: isAgreed } }),
    onSuccess: ({ mayBeFeatured }) => {
      changeRoom(queryClient, (room) => (room.mine ? { ...room, mine: { ...room.mine, mayBeFeatured } } : room));
      return refetchRoom(queryClient);
    },
  });
  return (
    <CheckboxField
      label={<span className="font-bold">{t('agent.featured.agree')}</span>}
      hint={t('agent.featured.agreeText')}
      error={consent.error ? (failureText(consent.error)?.detail ?? t('failure.server')) : undefined}
      checked={consent.isPending ? consent.variables : agreed}
      onChange={(isAgreed) => {
        if (!consent.isPending) consent.mutate(isAgreed);
      }}
    />
  );
}
