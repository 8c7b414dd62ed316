import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type VideoLimits, useLocalVideo, type LocalVideo } from './use-fan-videos.ts';
import type { VideoUpload } from './use-video-upload.ts';
import { uploadErrorText } from '../task-error-text.ts';
import { lengthAtMost, notBlank, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { FileInput } from '#/ui/file-input.tsx';
import { CheckboxField, FormField } from '#/ui/form-fields.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CameraIcon } from '#/ui/icons/more-icons.tsx';
import { UpIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Name } from '#/ui/name.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const longestTitle = 60;
const plan: Readonly<Record<'title', FieldPlan>> = {
  title: { label: 'fanVideo.titleLabel', rules: [required, notBlank, lengthAtMost(longestTitle)] },
};

type VideoFormProps = { limits: VideoLimits; taskId: string; upload: VideoUpload };

/** Picks or records a video, sets its title, accepts the rules and sends it; unfinished uploads continue. */
export function VideoForm({ limits, taskId, upload }: VideoFormProps): ReactNode {
  const t = useText();
  const accountId = useAccountId() ?? '';
  const { video, problem, pick, reject, remove } = useLocalVideo(limits);
  const { fields, values, check } = useFields(plan);
  const [agreed, setAgreed] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const file = video?.file;
  const { chunkBytes } = limits;
  const { stage } = upload;
  const unfinished = useUnfinished({ file, accountId, taskId, chunkBytes, isIdle: stage.kind === 'idle' });
  const hasLeft = limits.leftToday > 0;
  // An upload begun before the limit may continue, so the file input stays.
  const canSend = hasLeft || unfinished !== undefined;

  const send = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (!video || problem || !canSend) return;
    const isReady = unfinished !== undefined || (check() && agreed);
    if (!isReady) return;
    const title = unfinished?.title ?? values.title.trim();
    upload.send({ file: video.file, accountId, taskId, title, chunkBytes });
  };

  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      {hasLeft ? null : <p className="text-body text-pretty text-mute">{t('fanVideo.noneLeft')}</p>}
      {stage.kind === 'refused' ? <InlineAlert>{uploadErrorText(stage.error, t)}</InlineAlert> : null}
      {problem ? <InlineAlert>{t(problem.text, problem.values)}</InlineAlert> : null}
      {video ? <VideoPreview video={video} onUnreadable={reject} /> : null}
      <div className={video ? 'grid grid-cols-2 gap-2.5' : 'space-y-2.5'}>
        <VideoPick label={t(video ? 'fanVideo.pickOther' : 'fanVideo.pick')} isMain={!video} onPick={pick} />
        {video ? (
          <Button variant="quiet" size="large" onClick={remove}>
            {t('fanVideo.remove')}
          </Button>
        ) : null}
        {hasLeft && !video ? (
          <VideoPick label={t('fanVideo.record')} icon={CameraIcon} isMain={false} capture onPick={pick} />
        ) : null}
      </div>
      {video && !problem && canSend ? (
        <>
          {unfinished ? (
            <p role="status" className="rounded-tile bg-ok-soft p-3.5 text-small font-semibold text-ok">
              {t('fanVideo.unfinished', { title: unfinished.title })}
            </p>
          ) : (
            <About title={fields.title} agreed={agreed} onAgree={setAgreed} isAsked={wasSent} />
          )}
          <Button type="submit" size="large" className="w-full">
            <UpIcon size={20} />
            {t(unfinished ? 'fanVideo.goOn' : 'fanVideo.send')}
          </Button>
          {hasLeft ? (
            <p className="text-center text-caption text-mute">{t('fanVideo.leftToday', { left: limits.leftToday })}</p>
          ) : null}
        </>
      ) : null}
    </form>
  );
}

type AboutProps = {
  title: ReturnType<typeof useFields<'title'>>['fields']['title'];
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  /** Whether the fan has tried to send it. */
  isAsked: boolean;
};

/** Asks what the reviewers want to know of a video. */
function About({ title, agreed, onAgree, isAsked }: AboutProps): ReactNode {
  const t = useText();
  return (
    <>
      <FormField
        label={title.label}
        value={title.value}
        error={title.error}
        hint={t('fanVideo.titleHint')}
        onChange={(event) => title.set(event.currentTarget.value)}
        onBlur={title.leave}
      />
      <div>
        <CheckboxField
          label={t('fanVideo.agree')}
          checked={agreed}
          onChange={onAgree}
          error={isAsked && !agreed ? t('fanVideo.agreeFirst') : undefined}
        />
        <Link to="/video-rules" className="text-small font-bold text-brand underline underline-offset-4">
          {t('fanVideo.readRules')}
        </Link>
      </div>
    </>
  );
}

type UnfinishedQuestion = {
  file: File | undefined;
  accountId: string;
  taskId: string;
  chunkBytes: number;
  /** Whether nothing is being sent; it comes true again when an upload is cancelled. */
  isIdle: boolean;
};

/** Tells whether the upload of a file was begun in an earlier visit, and under which title. */
function useUnfinished({
  file,
  accountId,
  taskId,
  chunkBytes,
  isIdle,
}: UnfinishedQuestion): { title: string } | undefined {
  const [found, setFound] = useState<{ file: File; title: string }>();
  useEffect(() => {
    if (!file) return undefined;
    let isAsked = true;
    void import('./tus-upload.ts')
      .then(({ unfinishedUpload }) => unfinishedUpload({ file, accountId, taskId, chunkBytes }))
      .then((unfinished) => {
        if (isAsked && unfinished) setFound({ file, title: unfinished.title });
      })
      // Submitting loads the same chunk and reports a failure then.
      .catch(() => undefined);
    return () => {
      isAsked = false;
    };
  }, [file, accountId, taskId, chunkBytes]);
  useEffect(() => {
    if (isIdle) return undefined;
    // The server has deleted a cancelled upload; it must restart.
    return () => setFound(undefined);
  }, [isIdle]);
  return found && found.file === file ? found : undefined;
}

type VideoPickProps = {
  label: string;
  icon?: IconComponent;
  isMain: boolean;
  /** Opens the camera if there is one. */
  capture?: boolean;
  onPick: (file: File) => void;
};

/** Opens the phone's own way to pick or record a video. */
function VideoPick({ label, icon: Icon, isMain, capture = false, onPick }: VideoPickProps): ReactNode {
  return (
    <label
      className={
        `${buttonStyle(isMain ? 'primary' : 'soft', 'large')} w-full cursor-pointer ` +
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand'
      }
    >
      {Icon ? <Icon size={20} /> : null}
      {label}
      <FileInput accept="video/*" {...(capture && { capture: 'environment' as const })} onPick={onPick} />
    </label>
  );
}

/** Shows a video of the fan's choice as it is, on the device: how it looks, how long and how large it is. */
function VideoPreview({ video, onUnreadable }: { video: LocalVideo; onUnreadable: () => void }): ReactNode {
  const t = useText();
  const { url, durationSeconds, file } = video;
  return (
    <div className="enter space-y-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a fan's own video, fresh from the camera, has none. */}
      <video
        key={url}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('fanVideo.preview', { name: file.name })}
        className="aspect-video w-full rounded-tile bg-black"
        onError={onUnreadable}
      />
      <Name className="block truncate text-small font-bold">{file.name}</Name>
      <dl className="grid grid-cols-2 gap-2.5">
        <Fact label={t('fanVideo.length')}>
          {durationSeconds === undefined ? <Skeleton className="h-7 w-16 rounded-control" /> : null}
          {durationSeconds === 0 ? t('fanVideo.lengthUnknown') : null}
          {durationSeconds ? formatMinutesSeconds(Math.max(1, Math.round(durationSeconds))) : null}
        </Fact>
        <Fact label={t('fanVideo.size')}>{formatFileSize(file.size)}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="rounded-tile bg-bg p-3.5">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num mt-0.5 text-section font-extrabold">{children}</dd>
    </div>
  );
}
