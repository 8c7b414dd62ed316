import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { useFailureText } from '#/lib/failure.ts';
import { ownTimeZone } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { canPush, useChangePush, usePushSettings } from './push.ts';
import type { ListedTopic, Topic } from './topics.ts';

/** Lets the fan choose what notices are about, each topic on its own, and how else they come. A press saves it. */
export function TopicsSheet({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet title={t('notices.settings')} subtitle={t('notices.settingsText')} onClose={onClose}>
      <div className="mt-4 space-y-2">
        <Topics />
      </div>
      <h3 className="mt-6 text-title font-bold">{t('notices.delivery')}</h3>
      {canPush() ? <Pushes /> : null}
      <Digest />
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
    if (!error) return <Skeleton className="h-40 rounded-tile" />;
    return <LoadError text={t('notices.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const { isPending, variables } = saving;
  const list = data.list.map((one) =>
    isPending && variables.topic === one.topic ? { ...one, isMuted: variables.muted } : one,
  );
  const groups = new Set(list.map(({ group }) => group));
  return (
    <>
      {[...groups].map((group) => (
        <TopicGroup
          key={group}
          title={t(`notices.group.${group}`)}
          topics={list.filter((one) => one.group === group)}
          saving={isPending ? variables.topic : undefined}
          onChange={(topic, muted) => saving.mutate({ topic, muted })}
        />
      ))}
      {saving.error ? <InlineAlert>{failureText(saving.error)?.detail ?? t('notices.muteError')}</InlineAlert> : null}
    </>
  );
}

type TopicGroupProps = {
  title: string;
  topics: readonly ListedTopic[];
  /** The topic whose change is on its way; the others wait for it. */
  saving: Topic | undefined;
  onChange: (topic: Topic, muted: boolean) => void;
};

/** Folds the topics of a group into a line that says how many are on. */
function TopicGroup({ title, topics, saving, onChange }: TopicGroupProps): ReactNode {
  const t = useText();
  const on = topics.filter(({ isMuted }) => !isMuted).length;
  return (
    <details className="group rounded-tile bg-bg px-3.5">
      <summary
        className={
          'flex min-h-13 cursor-pointer list-none items-center gap-2.5 font-semibold ' +
          '[&::-webkit-details-marker]:hidden'
        }
      >
        <span className="flex-1">{title}</span>
        <span className="num text-small text-mute">{t('notices.groupOn', { on, all: topics.length })}</span>
        <NextIcon size={16} className="transition-transform group-open:rotate-90" />
      </summary>
      <div className="pb-2.5">
        {topics.map(({ topic, isMuted }) => (
          <CheckboxField
            key={topic}
            label={t(`notices.topic.${topic}`)}
            hint={t(`notices.topic.${topic}Text`)}
            checked={!isMuted}
            disabled={saving !== undefined && saving !== topic}
            onChange={(checked) => onChange(topic, !checked)}
          />
        ))}
      </div>
    </details>
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
    <div className="mt-1">
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

const digestRoute = 'GET /wallet/api/v1/notice/getDigest';
type Rhythm = DataOf<Contract[typeof digestRoute]>['rhythm'];
const rhythms = ['off', 'daily', 'weekly'] as const satisfies readonly Rhythm[];

/** Chooses how often a mail sums up what is unread. */
function Digest(): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const titleId = useId();
  const queryKey = ['noticeDigest', useAccountId()];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(digestRoute, {}, { signal }),
    meta: { shownInPlace: true },
  });
  const saving = useMutation({
    mutationFn: (rhythm: Rhythm) =>
      call('POST /wallet/api/v1/notice/setDigest', { body: { rhythm, timeZone: ownTimeZone() } }),
    onSuccess: (answer) => showAnswer(queryClient, { queryKey, exact: true }, () => answer),
    meta: { shownInPlace: true },
  });
  if (!data) {
    if (!error) return <Skeleton className="mt-3 h-24 rounded-tile" />;
    return <LoadError text={t('digest.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <section aria-labelledby={titleId} className="mt-3">
      <h4 id={titleId} className="text-body">
        {t('digest.title')}
      </h4>
      <p className="mt-0.5 mb-2.5 text-small text-pretty text-mute">
        {data.hasEmail ? t('digest.text') : t('digest.noEmail')}
      </p>
      {data.hasEmail ? (
        <SegmentedControl
          label={t('digest.title')}
          segments={rhythms.map((value) => ({ value, label: t(`digest.${value}`) }))}
          value={saving.isPending ? saving.variables : data.rhythm}
          onChange={(rhythm) => saving.mutate(rhythm)}
        />
      ) : null}
      <p role="status" className="mt-2 text-small text-mute">
        {saving.isError ? t('digest.error') : null}
      </p>
    </section>
  );
}
