import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { canPush, useChangePush, usePushSettings } from './push.ts';
import type { Topic } from './topics.ts';

/** Lets the fan choose what notices are about, each topic on its own. A press saves it. */
export function TopicsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet title={t('notices.settings')} subtitle={t('notices.settingsText')} onClose={onClose}>
      <div className="mt-4">
        <Topics />
        {canPush() ? <Pushes /> : null}
      </div>
    </Sheet>
  );
}

function Topics(): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  const queryKey = ['noticeTopics', useAccountId()];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /wallet/api/v1/notice/getTopics', {}, { signal }),
    meta: { shownInPlace: true },
  });
  const saving = useMutation({
    mutationFn: (body: { topic: Topic; muted: boolean }) => call('POST /wallet/api/v1/notice/muteTopic', { body }),
    onSuccess: (answer) => showAnswer(queryClient, { queryKey, exact: true }, () => answer),
    meta: { shownInPlace: true },
  });
  if (!data) {
    if (!error) return <Skeleton className="h-80 rounded-tile" />;
    return <LoadError text={t('notices.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const { isPending, variables } = saving;
  return (
    <>
      {data.list.map(({ topic, isMuted }) => (
        <CheckboxField
          key={topic}
          label={t(`notices.topic.${topic}`)}
          hint={t(`notices.topic.${topic}Text`)}
          checked={!(isPending && variables.topic === topic ? variables.muted : isMuted)}
          disabled={isPending && variables.topic !== topic}
          onChange={(checked) => saving.mutate({ topic, muted: !checked })}
        />
      ))}
      {saving.error ? (
        <div className="mt-3">
          <InlineAlert>{failureText(saving.error)?.detail ?? t('notices.muteError')}</InlineAlert>
        </div>
      ) : null}
    </>
  );
}

/** Turns pushes on or off: in this browser, and at night. */
function Pushes(): ReactNode {
  const t = useText();
  const { data: settings } = usePushSettings({ enabled: true });
  const { mutate, isPending, isError, variables } = useChangePush(settings);
  if (!settings) return null;
  const wanted = { ...settings, ...(isPending && variables) };
  return (
    <div className="mt-2 border-t border-line pt-2">
      <CheckboxField
        label={t('push.here')}
        hint={t('push.limits')}
        checked={wanted.isOn}
        disabled={isPending}
        error={isError ? t('push.failed') : undefined}
        onChange={(isOn) => mutate({ isOn })}
      />
      {settings.isOn ? (
        <CheckboxField
          label={t('push.atNight')}
          hint={t('push.atNightText')}
          checked={wanted.atNight}
          disabled={isPending}
          onChange={(atNight) => mutate({ atNight })}
        />
      ) : null}
    </div>
  );
}
